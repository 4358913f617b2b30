import type { EpochMilliseconds } from '#core/journey/record';
import { MAX_EPOCH_MS, MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { i18n } from '#i18n';
import { formatNumber } from './count-text';

/** All that shows a time, a duration or a size: numbers by Intl in the chosen language, units by their SI symbols. */

const two = (value: number) => String(value).padStart(2, '0');

/** Local time of day to the millisecond, as the filter takes it too: `14:02:31.207`. */
export function formatClockTime(at: EpochMilliseconds): string {
  const time = new Date(at);
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${milliseconds}`;
}

/** A time of day, `13:31`, in the zone of this machine or the one given. */
export function formatTimeOfDay(at: EpochMilliseconds, timeZone?: string): string {
  return dateFormat(i18n.t('language.tag'), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    at,
  );
}

/** A date and a time of day without the year: `Nov 21, 2:02 PM`. */
export function formatDayAndTime(at: EpochMilliseconds): string {
  const options = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return dateFormat(i18n.t('language.tag'), options).format(at);
}

/** A date and a time of day, `2026-11-20 13:31:05`, in the zone of this machine or the one given. */
export function formatDateTime(at: EpochMilliseconds, timeZone?: string): string {
  // Sweden writes dates as ISO 8601 has them.
  return dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
}

/** The time that a timestamp in milliseconds or seconds stands for, or `null` if it is none. */
export function formatTimestamp(timestamp: number): string | null {
  const milliseconds = timestamp < MIN_TIMESTAMP_MS ? timestamp * 1000 : timestamp;
  return timestamp >= 0 && milliseconds <= MAX_EPOCH_MS ? formatDateTime(milliseconds) : null;
}

/**
 * A duration as short as it can be said: `1 ms`, `7.34 s`, `2 min 5 s`.
 * Clocks differ, so less than nothing is nothing.
 * `Intl.DurationFormat` is younger than the browsers that we support.
 */
export function formatDuration(milliseconds: number): string {
  return durationText(milliseconds, (seconds) => decimal(seconds, 2));
}

/** A duration in a sentence, without digits that say nothing: `250 ms`, `1.5 s`, `10 s`, `2 min 5 s`. */
export function formatShortDuration(milliseconds: number): string {
  return durationText(milliseconds, (seconds) => decimal(seconds, 1, 0));
}

function durationText(milliseconds: number, formatSeconds: (seconds: number) => string): string {
  const gap = Math.max(0, milliseconds);
  if (gap < 1000) return `${Math.round(gap)} ms`;
  if (gap < 60_000) return `${formatSeconds(gap / 1000)} s`;
  const seconds = Math.round(gap / 1000);
  return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** A text as a sentence: with a full stop of its language, unless it ends as one. What an SDK said often does not. */
export function formatSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…।]$/.test(trimmed) ? trimmed : i18n.t('language.sentence', { text: trimmed });
}

/**
 * What is left, as on a clock: `4:12`, `1:02:03`.
 * Counted up to the next second, so that 0:00 means over.
 */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours === 0 ? `${minutes}:${two(rest)}` : `${formatNumber(hours)}:${two(minutes)}:${two(rest)}`;
}

/** Size in decimal units, as Chrome DevTools has them: `412 B`, `3.1 kB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${decimal(bytes / 1000, 1)} kB`;
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
