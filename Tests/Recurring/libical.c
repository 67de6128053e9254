// Holds what usher makes of rules against what libical makes of them. Reads what Expansions.swift
// prints, says where the two differ, and ends with 0 if nowhere, 1 if somewhere.
//
// Of each rule, from the text that programs are told:
//
//   first  the first day on or after another: an iterator of the rule without INTERVAL and COUNT,
//          for which round is the first is open until then
//   days   the days and times from one on: an iterator of a DTSTART without a zone, for with one
//          libical goes on an hour later once the clocks have jumped over a time; without those
//          for which libical finds an EXDATE
//   shown  when libical's clocks of the zone show a time: never, once or twice
//
// A DTSTART with a time and a last day are not of one type (RFC 5545, 3.3.10): UNTIL becomes the
// last second of that day.

#include <libical/ical.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { lineMax = 4096, occurrencesMax = 64, dayAheadMax = 8 * 366, toldMax = 20 };

// What usher said of one moment.
typedef struct {
  char moment[32];
  char kind[8];
  int count;
  long at[2];
} Occurrence;

// One rule and what usher made of it.
typedef struct {
  int number;
  char zoneName[64];
  char text[lineMax];
  char leftOut[lineMax];
  char asked[16], first[16];
  char start[16], time[8], last[16];
  int limit;
  Occurrence occurrences[occurrencesMax];
  int count;
  icaltimezone *zone;
  bool differs;
} Rule;

static struct { long rules, never, empty, days, leftOut, once, gap, fold, differing; } seen;

static void die(const char *words, const char *line) {
  fprintf(stderr, "libical: %s: %s\n", words, line);
  exit(2);
}

static void differs(Rule *rule, const char *what, const char *usher, const char *other) {
  if (!rule->differs && seen.differing++ < toldMax) {
    printf("\nrule %d: %s\n  %s, first looked for from %s, followed from %s %s to %s, at most %d\n",
           rule->number, rule->text, rule->zoneName, rule->asked, rule->start, rule->time,
           rule->last, rule->limit);
    if (rule->leftOut[0] != '-') printf("  without %s\n", rule->leftOut);
  }
  if (seen.differing <= toldMax && !rule->differs)
    printf("  %s: usher %s, libical %s\n", what, usher, other);
  rule->differs = true;
}

// MARK: - Times

static icaltimetype dayOf(const char *text) {
  icaltimetype day = ICALTIMETYPE_INITIALIZER;
  day.is_date = 1;
  if (sscanf(text, "%d-%d-%d", &day.year, &day.month, &day.day) != 3) die("no day", text);
  return day;
}

static icaltimetype momentOf(const char *day, const char *time) {
  icaltimetype moment = dayOf(day);
  moment.is_date = 0;
  if (sscanf(time, "%d:%d", &moment.hour, &moment.minute) != 2) die("no time", time);
  return moment;
}

static const char *written(icaltimetype moment, char *text) {
  if (moment.is_date)
    sprintf(text, "%04d-%02d-%02d", moment.year, moment.month, moment.day);
  else
    sprintf(text, "%04d-%02d-%02dT%02d:%02d", moment.year, moment.month, moment.day, moment.hour,
            moment.minute);
  return text;
}

// Seconds of a moment by the wall clock since 1970, as if that were UTC.
static long wallSeconds(icaltimetype moment) {
  return (long)icaltime_as_timet_with_zone(moment, icaltimezone_get_utc_timezone());
}

static long offsetAt(icaltimezone *zone, long instant) {
  icaltimezone *utc = icaltimezone_get_utc_timezone();
  icaltimetype time = icaltime_from_timet_with_zone((time_t)instant, 0, utc);
  return icaltimezone_get_utc_offset_of_utc_time(zone, &time, NULL);
}

// What the clocks of a zone show at an instant, in seconds since 1970.
static long shownAt(icaltimezone *zone, long instant) { return instant + offsetAt(zone, instant); }

// When the clocks of a zone show a time: how often, and the instants in order.
static int instantsOf(icaltimezone *zone, long wall, long at[2]) {
  // Clocks are set once in a day at most: what holds is the offset before or the one behind.
  long before = wall - offsetAt(zone, wall - 86400), behind = wall - offsetAt(zone, wall + 86400);
  long early = before < behind ? before : behind, late = before < behind ? behind : before;
  int count = 0;
  if (shownAt(zone, early) == wall) at[count++] = early;
  if (late != early && shownAt(zone, late) == wall) at[count++] = late;
  return count;
}

// MARK: - Rules

// The rule as its text says; what libical would take otherwise is said in full.
static struct icalrecurrencetype parsed(Rule *rule, icaltimetype start) {
  struct icalrecurrencetype parts = icalrecurrencetype_from_string(rule->text);
  if (parts.freq == ICAL_NO_RECURRENCE) die("libical does not take the rule", rule->text);
  short none = ICAL_RECURRENCE_ARRAY_MAX;
  if (parts.freq != ICAL_YEARLY_RECURRENCE) return parts;
  // Days of the month without a month are those of each (RFC 5545, 3.3.10).
  if (parts.by_month_day[0] != none && parts.by_month[0] == none)
    for (short month = 1; month <= 13; month++)
      parts.by_month[month - 1] = month <= 12 ? month : none;
  // Weeks without a weekday have that of DTSTART (RFC 5545, 3.3.10).
  if (parts.by_week_no[0] != none && parts.by_day[0] == none) {
    parts.by_day[0] = (short)icaltime_day_of_week(start);
    parts.by_day[1] = none;
  }
  return parts;
}

// A component that has an EXDATE for each day that is left out.
static icalcomponent *eventOf(Rule *rule, icaltimetype start) {
  icalcomponent *event = icalcomponent_new(ICAL_VEVENT_COMPONENT);
  icalcomponent_add_property(event, icalproperty_new_dtstart(start));
  for (char *from = rule->leftOut; *from && *from != '-'; from += from[22] == ',' ? 23 : 22) {
    char last[16];
    snprintf(last, 11, "%s", from + 12);
    icaltimetype day = dayOf(from), end = dayOf(last);
    for (; icaltime_compare(day, end) <= 0; icaltime_adjust(&day, 1, 0, 0, 0)) {
      icaltimetype moment = start;
      moment.year = day.year, moment.month = day.month, moment.day = day.day;
      icalcomponent_add_property(event, icalproperty_new_exdate(moment));
    }
  }
  return event;
}

static void checkFirst(Rule *rule) {
  icaltimetype asked = dayOf(rule->asked), end = asked, found;
  struct icalrecurrencetype parts = parsed(rule, asked);
  parts.interval = 1;
  parts.count = 0;
  icaltime_adjust(&end, dayAheadMax, 0, 0, 0);
  icalcomponent *event = eventOf(rule, asked);
  icalrecur_iterator *iterator = icalrecur_iterator_new(parts, asked);
  char text[32] = "-";
  while (iterator && !icaltime_is_null_time(found = icalrecur_iterator_next(iterator))) {
    if (icaltime_compare(found, end) >= 0) break;
    if (icalproperty_recurrence_is_excluded(event, &asked, &found)) continue;
    written(found, text);
    break;
  }
  if (iterator) icalrecur_iterator_free(iterator);
  icalcomponent_free(event);
  if (strcmp(text, rule->first) != 0) differs(rule, "the first day", rule->first, text);
  if (text[0] == '-') seen.never++;
}

// Holds an occurrence against when libical's clocks show it.
static void checkInstant(Rule *rule, Occurrence *occurrence, icaltimetype moment) {
  static const char *kinds[] = {"gap", "once", "fold"};
  long at[2] = {0, 0}, wall = wallSeconds(moment);
  int count = instantsOf(rule->zone, wall, at);
  long made = (long)icaltime_as_timet_with_zone(moment, rule->zone);
  bool agrees;
  if (count == 0) {
    // Usher tells when the clocks jump, and books nothing. RFC 5545 (3.3.5) goes on by the offset
    // before the jump, and libical by the one behind it.
    long jump = occurrence->at[0], offset = offsetAt(rule->zone, jump);
    long before = offsetAt(rule->zone, jump - 1);
    agrees = wall - offset < jump && jump <= wall - before &&
             (made == wall - before || made == wall - offset);
    seen.gap++;
  } else if (count == 1) {
    agrees = occurrence->at[0] == at[0] && made == at[0];
    seen.once++;
  } else {
    // Usher tells both, and books neither; RFC 5545 means the first, libical takes the second.
    agrees = occurrence->at[0] == at[0] && occurrence->at[1] == at[1] &&
             (made == at[0] || made == at[1]);
    seen.fold++;
  }
  if (agrees && strcmp(kinds[count], occurrence->kind) == 0) return;
  char usher[128], other[128];
  snprintf(usher, sizeof usher, "%s %ld %ld", occurrence->kind, occurrence->at[0],
           occurrence->at[1]);
  snprintf(other, sizeof other, "%s %ld %ld (taken for %ld)", kinds[count], at[0], at[1], made);
  differs(rule, occurrence->moment, usher, other);
}

static void checkDays(Rule *rule) {
  icaltimetype start = momentOf(rule->start, rule->time), end = momentOf(rule->last, "24:00");
  struct icalrecurrencetype parts = parsed(rule, start);
  if (!icaltime_is_null_time(parts.until)) {
    parts.until.is_date = 0;
    parts.until.hour = 23, parts.until.minute = 59, parts.until.second = 59;
  }
  icalcomponent *event = eventOf(rule, start);
  icalrecur_iterator *iterator = icalrecur_iterator_new(parts, start);
  int place = 0;
  while (iterator && place < rule->limit) {
    icaltimetype found = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(found) || icaltime_compare(found, end) >= 0) break;
    if (icalproperty_recurrence_is_excluded(event, &start, &found)) {
      seen.leftOut++;
      continue;
    }
    char text[32], name[32];
    snprintf(name, sizeof name, "time %d", place + 1);
    Occurrence *occurrence = &rule->occurrences[place++];
    const char *said = place <= rule->count ? occurrence->moment : "none";
    if (strcmp(written(found, text), said) != 0) {
      differs(rule, name, said, text);
      break;
    }
    checkInstant(rule, occurrence, found);
  }
  if (place < rule->count)
    differs(rule, "after the last", rule->occurrences[place].moment, "none");
  seen.days += place;
  if (place == 0) seen.empty++;
  if (iterator) icalrecur_iterator_free(iterator);
  icalcomponent_free(event);
}

// MARK: - Reading

static void readOccurrence(Rule *rule, const char *line) {
  if (rule->count == occurrencesMax) die("too many times", line);
  Occurrence *occurrence = &rule->occurrences[rule->count++];
  *occurrence = (Occurrence){0};
  int words = sscanf(line, "%31s %7s %ld %ld", occurrence->moment, occurrence->kind,
                     &occurrence->at[0], &occurrence->at[1]);
  occurrence->count = words - 2;
  if (occurrence->count < 1) die("no time", line);
}

static void readRule(Rule *rule, const char *line) {
  *rule = (Rule){0};
  if (sscanf(line, "rule %d %63s %4095s %4095s", &rule->number, rule->zoneName, rule->text,
             rule->leftOut) != 4)
    die("no rule", line);
  rule->zone = icaltimezone_get_builtin_timezone(rule->zoneName);
  if (!rule->zone) die("there are no clocks of that zone (is tzdata there?)", rule->zoneName);
}

int main(void) {
  static Rule rule;
  static char line[2 * lineMax];
  icalerror_set_errors_are_fatal(0);
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "rule ", 5) == 0) {
      readRule(&rule, line);
    } else if (strncmp(line, "first ", 6) == 0) {
      if (sscanf(line, "first %15s %15s", rule.asked, rule.first) != 2) die("no day", line);
    } else if (strncmp(line, "days ", 5) == 0) {
      if (sscanf(line, "days %15s %7s %15s %d", rule.start, rule.time, rule.last, &rule.limit) != 4)
        die("no days", line);
    } else if (strcmp(line, "end\n") == 0) {
      checkFirst(&rule);
      checkDays(&rule);
      seen.rules++;
    } else {
      readOccurrence(&rule, line);
    }
  }
  printf("%ld rules (%ld without a first day, %ld without any), %ld times (%ld left out): "
         "%ld shown once, %ld never, %ld twice; %ld rules differ\n",
         seen.rules, seen.never, seen.empty, seen.days, seen.leftOut, seen.once, seen.gap,
         seen.fold, seen.differing);
  return seen.differing > 0;
}
