import type { FindingReport } from '#core/report/finding-report';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import type { RuleSetId } from '#core/telemetry/findings';
import type { UnreadRequest } from '#core/wire/page-messages';
import { createReportBuilder } from '../../record-report';
import type { LostEvent, TestFindings } from './test-findings';

/** Location of a test. */
export interface TestLocation {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly line: number;
}

/** Numbers of tests in a run. */
export interface TestCounts {
  /** Tests whose last attempt watched telemetry. */
  readonly tests: number;
  /** Number of these tests without any event. */
  readonly silent: number;
  /** Earlier attempts of retried tests, whose findings are not in the summary. */
  readonly retried: number;
  /** Last attempts whose findings are missing or unreadable. */
  readonly unreadable: number;
  /** Number of lost events. */
  readonly lost: number;
  /** Requests whose body could not be read. */
  readonly unreadRequests: number;
}

interface LastAttempt {
  readonly retry: number;
  readonly location: TestLocation;
  /** `null` if the findings are missing or unreadable. */
  readonly findings: TestFindings | null;
}

/** The findings of all tests of a run. Of a retried test, the last attempt counts. */
export class RunFindings {
  readonly #lastAttempts = new Map<string, LastAttempt>();

  /** @param findings `undefined` if the attempt has none. Such an attempt counts only if an earlier one was added. */
  add(testId: string, retry: number, location: TestLocation, findings: TestFindings | null | undefined): void {
    const previous = this.#lastAttempts.get(testId);
    if (previous === undefined && findings === undefined) return;
    if (previous !== undefined && previous.retry > retry) return;
    this.#lastAttempts.set(testId, { retry, location, findings: findings ?? null });
  }

  counts(): TestCounts {
    const all = [...this.#lastAttempts.values()];
    const readFindings = all.flatMap(({ findings }) => findings ?? []);
    return {
      tests: readFindings.length,
      silent: readFindings.filter(({ part }) => part.totals.items === 0).length,
      retried: all.reduce((sum, { retry }) => sum + retry, 0),
      unreadable: all.length - readFindings.length,
      lost: readFindings.reduce((sum, { lost }) => sum + lost, 0),
      unreadRequests: readFindings.reduce((sum, { unread }) => sum + unread, 0),
    };
  }

  /** Returns the lost events that tests list, in the order of the tests' locations. */
  lostEvents(): readonly (LostEvent & { readonly location: TestLocation })[] {
    return this.#ordered().flatMap(({ findings, location }) =>
      (findings?.lostEvents ?? []).map((event) => ({ ...event, location })),
    );
  }

  /** Returns the requests with an unreadable body that tests list, in the order of the tests' locations. */
  unreadRequests(): readonly (UnreadRequest & { readonly location: TestLocation })[] {
    return this.#ordered().flatMap(({ findings, location }) =>
      (findings?.unreadRequests ?? []).map((request) => ({ ...request, location })),
    );
  }

  /**
   * Builds one report of all tests, in the order of their locations. Workers finish tests in any order.
   *
   * @param createdAt epoch milliseconds.
   */
  report(createdAt: number, ruleSets: readonly RuleSetId[] = defaultRuleSetNames): FindingReport {
    const builder = createReportBuilder(createdAt, ruleSets);
    let items = 0;
    for (const { findings, location } of this.#ordered()) {
      if (findings === null) continue;
      const { part } = findings;
      const listedWithLocation = part.listed.map(({ item, json }) => ({
        item: { ...item, ...location, index: items + item.index },
        json,
      }));
      builder.add({ ...part, listed: listedWithLocation });
      items += part.totals.items;
    }
    return builder.build();
  }

  #ordered(): readonly LastAttempt[] {
    return [...this.#lastAttempts.values()].sort(byLocation);
  }
}

function byLocation({ location: one }: LastAttempt, { location: other }: LastAttempt): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}
