import { formatNumber } from '#components/i18n/count-text.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { i18n } from '#i18n';

const two = (value: number) => String(value).padStart(2, '0');

/** Local time of day to the millisecond: `14:02:31.207`. */
export function formatClockTime(at: EpochMilliseconds): string {
  const time = new Date(at);
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${milliseconds}`;
}

/**
 * A duration as short as it can be said: `1 ms`, `7.34 s`, `2 min 5 s`.
 * Clocks differ, so less than nothing is nothing.
 */
export function formatDuration(milliseconds: number): string {
  const gap = Math.max(0, milliseconds);
  if (gap < 1000) return `${Math.round(gap)} ms`;
  if (gap < 60_000) return `${decimal(gap / 1000, 2)} s`;
  const seconds = Math.round(gap / 1000);
  return `${formatNumber(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** What is left of a token's life as a clock shows it: `4:12`; `0:00` when it has ended. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${formatNumber(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Size in decimal units: `412 B`, `3.1 kB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${decimal(bytes / 1000, 1)} kB`;
  return `${decimal(bytes / 1_000_000, 1)} MB`;
}

const formats = new Map<string, Intl.NumberFormat>();

function decimal(value: number, places: number): string {
  const tag = i18n.t('language.tag');
  const key = `${tag} ${places}`;
  const options = { minimumFractionDigits: places, maximumFractionDigits: places };
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format.format(value);
}
