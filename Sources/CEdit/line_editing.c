// libedit behind typed functions. What it draws goes to its owner and what it reads comes from there,
// so that it never waits for the terminal; it touches the terminal's modes alone.

// fopencookie is no part of POSIX.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "line_editing.h"

// All the rest stands in the other branch, so that this is the only error a newcomer reads.
#if !__has_include(<histedit.h>)
#error "usher needs libedit. Install libedit-dev (Debian, Ubuntu: apt install libedit-dev; macOS: brew install libedit), or run Sources/get-libraries."
#else

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

struct usher_editor {
  usher_editor_owner owner;
  EditLine *line;
  History *history;
  FILE *drawn;
  FILE *nothing;
  int input;
};

// ---------- The terminal's modes ----------

// What a signal needs to give the terminal back: there is one terminal, and one owner of it.
static struct termios modes_before;
static volatile sig_atomic_t terminal_taken = -1;

// Those that end a process at once, whatever it was doing.
static const int deadly[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { deadly_count = sizeof deadly / sizeof *deadly };
static struct sigaction before_deadly[deadly_count];

static void give_modes_back(void) {
  int terminal = terminal_taken;
  terminal_taken = -1;
  // At once: what waits to be shown may wait for ever where the terminal is stopped.
  if (terminal >= 0) tcsetattr(terminal, TCSANOW, &modes_before);
}

// tcsetattr, sigaction and raise may be called from a signal (POSIX.1-2017, 2.4.3).
static void die_in_order(int number) {
  int error = errno;
  give_modes_back();
  for (int i = 0; i < deadly_count; i++)
    if (deadly[i] == number) sigaction(number, &before_deadly[i], NULL);
  // Swift's runtime takes Ctrl-\ for a crash, tells of it and goes on.
  if (number == SIGQUIT) signal(SIGQUIT, SIG_DFL);
  // What failed fails once more when this returns, and is told of by whoever heard of it before.
  raise(number);
  errno = error;
}

static void watch_deadly_signals(void) {
  static bool watches = false;
  if (watches) return;
  watches = true;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = die_in_order;
  sigemptyset(&action.sa_mask);
  // Where the stack has run over, only another one can be used; it is there if somebody made one.
  action.sa_flags = SA_ONSTACK;
  for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &action, &before_deadly[i]);
}

bool usher_editor_take_terminal(usher_editor *editor) {
  struct termios modes;
  if (tcgetattr(editor->input, &modes) != 0) return false;
  if (terminal_taken < 0) modes_before = modes;
  // From here on, or a signal in between would leave it as it is.
  terminal_taken = editor->input;
  watch_deadly_signals();
  // It may think that the terminal is still its own, when others have used it meanwhile.
  el_set(editor->line, EL_PREP_TERM, 0);
  el_set(editor->line, EL_PREP_TERM, 1);
  if (tcgetattr(editor->input, &modes) != 0) return false;
  if (modes.c_cc[VINTR] == 3) modes.c_cc[VINTR] = _POSIX_VDISABLE;
  return tcsetattr(editor->input, TCSANOW, &modes) == 0;
}

void usher_editor_give_back(usher_editor *editor) {
  (void)editor;
  give_modes_back();
}

bool usher_terminal_hide_input(void) {
  struct termios modes;
  if (tcgetattr(STDIN_FILENO, &modes) != 0) return false;
  if (terminal_taken < 0) modes_before = modes;
  terminal_taken = STDIN_FILENO;
  watch_deadly_signals();
  modes.c_lflag &= ~(tcflag_t)ECHO;
  modes.c_lflag |= ECHONL;
  return tcsetattr(STDIN_FILENO, TCSANOW, &modes) == 0;
}

void usher_terminal_show_input(void) { give_modes_back(); }

int usher_columns(wchar_t character) {
  int columns = wcwidth(character);
  return columns < 0 ? 0 : columns;
}

bool usher_locale_is_utf8(void) {
  static const char *const locales[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
  static bool is_chosen = false;
  for (size_t i = 0; !is_chosen && i < sizeof locales / sizeof *locales; i++)
    is_chosen = setlocale(LC_CTYPE, locales[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  return is_chosen;
}

// ---------- What libedit calls ----------

static usher_editor *editor_of(EditLine *line) {
  void *editor = NULL;
  el_get(line, EL_CLIENTDATA, &editor);
  return editor;
}

static int next_character(EditLine *line, wchar_t *character) {
  usher_editor *editor = editor_of(line);
  return editor->owner.next(editor->owner.owner, character) ? 1 : 0;
}

// libedit asks for the prompt as something it may change, and does not.
static char *prompt_now(EditLine *line) {
  usher_editor *editor = editor_of(line);
  return (char *)editor->owner.prompt(editor->owner.owner);
}

static unsigned char complete(EditLine *line, int key) {
  (void)key;
  usher_editor *editor = editor_of(line);
  editor->owner.complete(editor->owner.owner);
  return CC_REFRESH;
}

static unsigned char erase(EditLine *line, int key) {
  (void)key;
  usher_editor *editor = editor_of(line);
  editor->owner.erase(editor->owner.owner);
  return CC_REFRESH;
}

static unsigned char refresh(EditLine *line, int key) {
  (void)line, (void)key;
  return CC_REFRESH;
}

#ifdef __APPLE__
static int draw(void *cookie, const char *octets, int count) {
  usher_editor *editor = cookie;
  editor->owner.draw(editor->owner.owner, octets, (size_t)count);
  return count;
}

static FILE *drawing_to(usher_editor *editor) { return funopen(editor, NULL, draw, NULL, NULL); }
#else
static ssize_t draw(void *cookie, const char *octets, size_t count) {
  usher_editor *editor = cookie;
  editor->owner.draw(editor->owner.owner, octets, count);
  return (ssize_t)count;
}

static FILE *drawing_to(usher_editor *editor) {
  cookie_io_functions_t functions = {.write = draw};
  return fopencookie(editor, "w", functions);
}
#endif

// ---------- Keys ----------

// No key of a keyboard: it has the line drawn.
static const wchar_t refresh_key = 0x1E;

static const struct {
  const char *key, *command;
} bindings[] = {
    {"^I", "usher-complete"},
    {"^H", "usher-erase"},
    {"^?", "usher-erase"},
    {"^^", "usher-refresh"},
    {"^D", "ed-delete-next-char"},
    // The last line that holds what is typed. libedit's own search reads keys by itself, and so
    // would wait for them.
    {"^R", "ed-search-prev-history"},
    // These read keys by themselves, too, or steer the terminal.
    {"^@", "ed-ignore"},
    {"^V", "ed-ignore"},
    {"^X", "ed-ignore"},
    {"^[x", "ed-ignore"},
    {"^[X", "ed-ignore"},
    {"^[0", "ed-ignore"},
    {"^[1", "ed-ignore"},
    {"^[2", "ed-ignore"},
    {"^[3", "ed-ignore"},
    {"^[4", "ed-ignore"},
    {"^[5", "ed-ignore"},
    {"^[6", "ed-ignore"},
    {"^[7", "ed-ignore"},
    {"^[8", "ed-ignore"},
    {"^[9", "ed-ignore"},
};

// ---------- The face ----------

// Whether the terminal can do what redrawing a line in place takes.
static bool can_move_cursor(EditLine *line) {
  static const char *const needed[] = {"ce", "up"};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    char name[3] = {needed[i][0], needed[i][1], 0};
    char *text = NULL;
    if (el_get(line, EL_GETTC, name, &text) != 0 || text == NULL || *text == 0) return false;
  }
  return true;
}

static bool open_line(usher_editor *editor, int input, int output, int history_lines_max) {
  editor->drawn = drawing_to(editor);
  editor->nothing = fopen("/dev/null", "r+");
  editor->history = history_init();
  if (!editor->drawn || !editor->nothing || !editor->history) return false;
  // It sets the modes as it likes them, which nobody has asked for yet.
  struct termios modes;
  if (tcgetattr(input, &modes) != 0) return false;
  editor->line = el_init_fd("usher", editor->nothing, editor->drawn, editor->nothing, input, output,
                            output);
  tcsetattr(input, TCSANOW, &modes);
  if (!editor->line) return false;
  EditLine *line = editor->line;
  HistEvent event;
  if (el_set(line, EL_CLIENTDATA, editor) != 0 || !can_move_cursor(line)) return false;
  history(editor->history, &event, H_SETSIZE, history_lines_max);
  history(editor->history, &event, H_SETUNIQUE, 1);
  el_set(line, EL_EDITOR, "emacs");
  el_set(line, EL_SIGNAL, 0);
  el_set(line, EL_HIST, history, editor->history);
  el_set(line, EL_PROMPT_ESC, prompt_now, '\1');
  el_wset(line, EL_GETCFN, next_character);
  el_set(line, EL_ADDFN, "usher-complete", "completes a name", complete);
  el_set(line, EL_ADDFN, "usher-erase", "takes away what stands before the cursor", erase);
  el_set(line, EL_ADDFN, "usher-refresh", "draws the line", refresh);
  for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
    if (el_set(line, EL_BIND, bindings[i].key, bindings[i].command, NULL) != 0) return false;
  return true;
}

usher_editor *usher_editor_open(int input, int output, const usher_editor_owner *owner,
                                int history_lines_max) {
  if (!isatty(input) || !isatty(output)) return NULL;
  usher_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->owner = *owner;
  editor->input = input;
  if (open_line(editor, input, output, history_lines_max)) return editor;
  usher_editor_close(editor);
  return NULL;
}

void usher_editor_close(usher_editor *editor) {
  if (editor->line) {
    // It would set the modes as it remembers them, and wait for what is to be shown.
    el_set(editor->line, EL_EDITMODE, 0);
    el_end(editor->line);
  }
  if (editor->history) history_end(editor->history);
  if (editor->drawn) fclose(editor->drawn);
  if (editor->nothing) fclose(editor->nothing);
  free(editor);
}

void usher_editor_begin(usher_editor *editor) {
  // Ending one line and beginning the next would give the terminal back for a moment, and show what
  // is typed then; not while editing is off.
  el_set(editor->line, EL_EDITMODE, 0);
  el_set(editor->line, EL_UNBUFFERED, 0);
  el_set(editor->line, EL_EDITMODE, 1);
  el_set(editor->line, EL_UNBUFFERED, 1);
}

void usher_editor_press(usher_editor *editor) {
  int count = 0;
  el_wgets(editor->line, &count);
}

const wchar_t *usher_editor_line(usher_editor *editor, size_t *count, size_t *cursor) {
  const LineInfoW *line = el_wline(editor->line);
  *count = (size_t)(line->lastchar - line->buffer);
  *cursor = (size_t)(line->cursor - line->buffer);
  return line->buffer;
}

bool usher_editor_insert(usher_editor *editor, const wchar_t *characters) {
  return el_winsertstr(editor->line, characters) == 0;
}

void usher_editor_delete(usher_editor *editor, size_t count) {
  if (count > 0) el_deletestr(editor->line, (int)count);
}

void usher_editor_move(usher_editor *editor, size_t cursor) {
  const LineInfoW *line = el_wline(editor->line);
  el_cursor(editor->line, (int)cursor - (int)(line->cursor - line->buffer));
}

void usher_editor_refresh(usher_editor *editor) {
  // libedit draws what has changed only as what a key does.
  wchar_t key[] = {refresh_key, 0};
  el_wpush(editor->line, key);
  usher_editor_press(editor);
}

void usher_editor_redraw(usher_editor *editor) { el_set(editor->line, EL_REFRESH); }

void usher_editor_resize(usher_editor *editor) { el_resize(editor->line); }

void usher_editor_remember(usher_editor *editor, const char *line) {
  HistEvent event;
  history(editor->history, &event, H_ENTER, line);
}

#endif
