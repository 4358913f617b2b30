import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { formatJson } from '#core/quoting/json-text';
import { type Finding, isTeamRuleSet } from '#core/telemetry/findings';
import * as z from '#core/util/zod';
import { formatPathPattern } from './finding-groups';
import { isIgnored } from './ignored-findings';
import { findingPathInEvent } from './path-in-event';

/** Findings of one site that do not count: of a code, at a path of the event or at any. */
export interface Mute {
  /** Host of the page, with its port; empty for events that are of no page. */
  readonly site: string;
  readonly code: string;
  /** Dotted, with `*` for the index of an item; `null` for every path. */
  readonly path: string | null;
}

/** A list that is still looked through; older ones go first. */
export const MAX_MUTES = 500;

const text = z.string().check(z.maxLength(1000));
const mutesSchema = z.catch(
  z
    .array(z.object({ site: text, code: text.check(z.minLength(1)), path: z.nullable(text) }))
    .check(z.maxLength(MAX_MUTES)),
  [],
);

/** Reads stored mutes; what is damaged counts as none. */
export function parseMutes(stored: unknown): readonly Mute[] {
  return mutesSchema.parse(stored);
}

/** Returns the site of an event: the host of its frame, or an empty text. */
export function siteOfRecord({ frame: { url } }: Pick<TelemetryRecord, 'frame'>): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Makes the mute of a finding: at its field, or of its rule at every path. */
export function muteOf(record: TelemetryRecord, finding: Finding, scope: 'field' | 'rule'): Mute {
  const { ruleSet, code } = finding;
  const path = scope === 'rule' ? null : formatPathPattern(findingPathInEvent(record, finding, eventJson(record)));
  return { site: siteOfRecord(record), code: isTeamRuleSet(ruleSet) ? ruleSet : code, path };
}

/** Compares site, code and path. */
export function isSameMute(one: Mute, other: Mute): boolean {
  return one.site === other.site && one.code === other.code && one.path === other.path;
}

/** Adds mutes to a list, each once. */
export function addMutes(mutes: readonly Mute[], added: readonly Mute[]): readonly Mute[] {
  const others = mutes.filter((mute) => !added.some((each) => isSameMute(each, mute)));
  return [...others, ...added].slice(-MAX_MUTES);
}

/** Tells whether a mute is meant for a finding of a record. */
export function isMutedBy(record: TelemetryRecord, finding: Finding, { code, path }: Mute): boolean {
  const inEvent = findingPathInEvent(record, finding, eventJson(record));
  return isIgnored(finding, path === null ? { code } : { code, path }, [inEvent]);
}

/**
 * Creates a test that says which findings of a record are muted.
 * It returns `null` for a record of a site without mutes.
 */
export function createMuteTest(
  mutes: readonly Mute[],
): (record: TelemetryRecord) => ((finding: Finding) => boolean) | null {
  const bySite = groupBySite(mutes);
  const siteOf = createSiteReader();
  return (record) => {
    const own = bySite.size === 0 ? undefined : bySite.get(siteOf(record));
    return own === undefined ? null : (finding) => own.some((mute) => isMutedBy(record, finding, mute));
  };
}

function groupBySite(mutes: readonly Mute[]): ReadonlyMap<string, readonly Mute[]> {
  const bySite = new Map<string, Mute[]>();
  for (const mute of mutes) {
    const own = bySite.get(mute.site);
    if (own) own.push(mute);
    else bySite.set(mute.site, [mute]);
  }
  return bySite;
}

/** Events in a row are mostly of one page. */
function createSiteReader(): (record: TelemetryRecord) => string {
  let last = { url: '', site: '' };
  return (record) => {
    const { url } = record.frame;
    if (url !== last.url) last = { url, site: siteOfRecord(record) };
    return last.site;
  };
}

/**
 * Formats the mutes of a site as a configuration of the command line (`docs/command-line.md`).
 * A configuration knows no sites, so that each `reason` names the site.
 */
export function formatIgnoreConfig(mutes: readonly Mute[], site: string): string {
  const reason = site === '' ? 'Muted in the panel' : `Muted in the panel at ${site}`;
  const ignore = mutes
    .filter((mute) => mute.site === site)
    .map(({ code, path }) => ({ code, ...(path === null || path === '' ? {} : { path }), reason }));
  return formatJson({ ignore }, 2);
}
