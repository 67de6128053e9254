// The part of libedit that usher uses: its functions take arguments of any kind and number, which
// Swift cannot call, so each has a face of its own here.
#ifndef USHER_LINE_EDITING_H
#define USHER_LINE_EDITING_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

// An editor of one line at a terminal, with its history.
typedef struct usher_editor usher_editor;

// What the editor needs of its owner. It calls nothing else, and only from within the functions
// below.
typedef struct {
  void *owner;
  // The next character of the key in hand; false where it has no more.
  bool (*next)(void *owner, wchar_t *character);
  // Octets for the terminal.
  void (*draw)(void *owner, const char *octets, size_t count);
  // The prompt, as it is now; what stands between two octets 1 steers the terminal and has no width.
  const char *(*prompt)(void *owner);
  // The keys bound to the owner: TAB, and the one before the cursor that is taken away.
  void (*complete)(void *owner);
  void (*erase)(void *owner);
} usher_editor_owner;

// An editor on a terminal's two descriptors; null where they are no terminal, or TERM names none on
// which the cursor can be moved. Keeps so many lines of history.
usher_editor *usher_editor_open(int input, int output, const usher_editor_owner *owner,
                                int history_lines_max);
void usher_editor_close(usher_editor *editor);

// Whether the locale writes characters in UTF-8, after choosing one that does where the one of the
// environment does not. To be called before there are threads.
bool usher_locale_is_utf8(void);

// The terminal hands in each key by itself, and shows none; Ctrl-C is a key. False where it cannot
// be told so. Undone by `usher_editor_give_back`, and by a signal that ends the process at once.
bool usher_editor_take_terminal(usher_editor *editor);
void usher_editor_give_back(usher_editor *editor);

// A terminal as standard input on which no line is edited shows nothing of what is typed but the ends of lines. False
// where it cannot be told so. Undone by `usher_terminal_show_input`, and by a signal as above.
bool usher_terminal_hide_input(void);
void usher_terminal_show_input(void);

// Begins an empty line: the prompt is drawn where the cursor is, which has to be at the margin.
void usher_editor_begin(usher_editor *editor);

// Does what one key says, whose characters `next` gives.
void usher_editor_press(usher_editor *editor);

// The characters of the line, and how many of them stand before the cursor. A line feed at its end
// says that it was ended. They stay until the editor is used again.
const wchar_t *usher_editor_line(usher_editor *editor, size_t *count, size_t *cursor);

// Puts characters, ended by 0, where the cursor is, or takes away so many before it; nothing is
// drawn.
bool usher_editor_insert(usher_editor *editor, const wchar_t *characters);
void usher_editor_delete(usher_editor *editor, size_t count);

// Puts the cursor behind so many characters; nothing is drawn.
void usher_editor_move(usher_editor *editor, size_t cursor);

// Draws what has changed since it was last drawn; or all of it anew, from the margin on.
void usher_editor_refresh(usher_editor *editor);
void usher_editor_redraw(usher_editor *editor);

// Asks the terminal how large it is now.
void usher_editor_resize(usher_editor *editor);

// Columns of the terminal that a character takes: 0 to 2.
int usher_columns(wchar_t character);

// Adds a line, in UTF-8, to the history.
void usher_editor_remember(usher_editor *editor, const char *line);

#endif
