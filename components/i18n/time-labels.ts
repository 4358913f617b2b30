import { i18n } from '#i18n';
/**
 * What is left, as on a clock: `4:12`, `1:02:03`.
 * Counted up to the next second, so that 0:00 means over.
 */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(rest).padStart(2, '0');
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}

/** A time of day, `13:31`, in the zone of this machine or the one given. */
export function formatTimeOfDay(at: number, timeZone?: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(
    i18n.t('language.tag'),
    timeZone === undefined ? options : { ...options, timeZone },
  ).format(at);
}

/** A date and a time of day, `2026-11-20 13:31:05`, in the zone of this machine or the one given. */
export function formatDateTime(at: number, timeZone?: string): string {
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const;
  // Sweden writes dates as ISO 8601 has them.
  return new Intl.DateTimeFormat('sv-SE', timeZone === undefined ? options : { ...options, timeZone }).format(at);
}
