import { countText } from '#components/i18n/count-text.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { i18n } from '#i18n';

const hundredths = decimals(2);
const tenths = decimals(1);
const two = (value: number) => String(value).padStart(2, '0');

/** Local time of day to the millisecond: `14:02:31.207`. */
export function clockTime(at: EpochMilliseconds): string {
  const time = new Date(at);
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${milliseconds}`;
}

/** A duration as short as it can be said: `1 ms`, `7.34 s`, `2 min 5 s`. Clocks differ, so less than nothing is nothing. */
export function gapText(milliseconds: number): string {
  const gap = Math.max(0, milliseconds);
  if (gap < 1000) return `${Math.round(gap)} ms`;
  if (gap < 60_000) return `${hundredths.format(gap / 1000)} s`;
  const seconds = Math.round(gap / 1000);
  return `${countText(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** What is left of a token's life as a clock shows it: `4:12`; `0:00` when it has ended. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${countText(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Size in decimal units: `412 B`, `3.1 kB`, `1.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${tenths.format(bytes / 1000)} kB`;
  return `${tenths.format(bytes / 1_000_000)} MB`;
}

function decimals(places: number): Intl.NumberFormat {
  return new Intl.NumberFormat(i18n.t('language.tag'), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}
