import type { EpochMilliseconds } from '#core/journey/record';
import { clampEpochMs, MAX_EPOCH_MS, MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { i18n } from '#i18n';
import { formatNumber } from './count-text';

/** Formats times, durations and sizes: numbers by Intl in the selected language, units by their SI symbols. */

const padTwo = (value: number) => String(value).padStart(2, '0');

/**
 * Formats the local time of day to the millisecond, as the filter accepts it: `14:02:31.207`.
 * The nearest date replaces an `ets` that no date can represent.
 */
export function formatClockTime(at: EpochMilliseconds): string {
  const time = new Date(clampEpochMs(at));
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${padTwo(time.getHours())}:${padTwo(time.getMinutes())}:${padTwo(time.getSeconds())}.${milliseconds}`;
}

/** Formats a time of day, `13:31`, in the given or the local time zone. */
export function formatTimeOfDay(at: EpochMilliseconds, timeZone?: string): string {
  return dateFormat(i18n.t('language.tag'), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    at,
  );
}

/** Formats a date and a time of day without the year: `Nov 21, 2:02 PM`. */
export function formatDayAndTime(at: EpochMilliseconds): string {
  const options = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return dateFormat(i18n.t('language.tag'), options).format(at);
}

/**
 * Formats a date and a time of day, `2026-11-20 13:31:05`, in the given or the local time zone.
 * A page may send any `ets`. The nearest date replaces an `ets` that no date can represent.
 */
export function formatDateTime(at: EpochMilliseconds, timeZone?: string): string {
  const time = clampEpochMs(at);
  // The Swedish locale writes dates as in ISO 8601.
  return dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(time);
}

/** Formats a timestamp in milliseconds or seconds. Returns `null` if it is not a timestamp. */
export function formatTimestamp(timestamp: number): string | null {
  const milliseconds = timestamp < MIN_TIMESTAMP_MS ? timestamp * 1000 : timestamp;
  return timestamp >= 0 && milliseconds <= MAX_EPOCH_MS ? formatDateTime(milliseconds) : null;
}

/**
 * Formats a duration as short as possible: `1 ms`, `7.34 s`, `2 min 5 s`.
 * A negative duration, from clocks that differ, counts as 0.
 * `Intl.DurationFormat` is newer than the browsers that we support.
 */
export function formatDuration(milliseconds: number): string {
  return durationText(milliseconds, 2, 2);
}

/** Formats a duration for a sentence, without insignificant digits: `250 ms`, `1.5 s`, `10 s`, `2 min 5 s`. */
export function formatShortDuration(milliseconds: number): string {
  return durationText(milliseconds, 1, 0);
}

/** Rounds before it selects the unit, so that no text is `1000 ms` or `60.00 s`. */
function durationText(milliseconds: number, places: number, minimumPlaces: number): string {
  const rounded = Math.round(Math.max(0, milliseconds));
  if (rounded < 1000) return `${rounded} ms`;
  if (Number((rounded / 1000).toFixed(places)) < 60) return `${decimal(rounded / 1000, places, minimumPlaces)} s`;
  const seconds = Math.round(rounded / 1000);
  return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** Appends the language's full stop to a text that lacks one, such as a message of an SDK. */
export function formatSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…।]$/.test(trimmed) ? trimmed : i18n.t('language.sentence', { text: trimmed });
}

/** Remaining time from which on a token is shown with a warning. */
export const EXPIRES_SOON_MS = 60_000;

/**
 * Formats the remaining time as a clock: `4:12`, `1:02:03`.
 * Rounds up to the next second, so that 0:00 means that the time is over.
 */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours === 0 ? `${minutes}:${padTwo(rest)}` : `${formatNumber(hours)}:${padTwo(minutes)}:${padTwo(rest)}`;
}

/** Formats a size in decimal units, as Chrome DevTools does: `412 B`, `3.1 kB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  // From here on, kilobytes would be rounded to `1,000.0 kB`.
  if (bytes < 999_950) return `${decimal(bytes / 1000, 1)} kB`;
  return `${decimal(bytes / 1_000_000, 1)} MB`;
}

const formats = new Map<string, Intl.NumberFormat>();

function decimal(value: number, places: number, minimumPlaces = places): string {
  const tag = i18n.t('language.tag');
  const key = `${tag} ${minimumPlaces} ${places}`;
  const options = { minimumFractionDigits: minimumPlaces, maximumFractionDigits: places };
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format.format(value);
}

function dateFormat(
  tag: string,
  { timeZone, ...options }: Omit<Intl.DateTimeFormatOptions, 'timeZone'> & { readonly timeZone?: string | undefined },
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, timeZone === undefined ? options : { ...options, timeZone });
}
