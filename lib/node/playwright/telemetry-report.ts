import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import { type FindingReport, ReportBuilder, ReportCollector } from '#core/report/finding-report';
import { reportFinding } from '#core/report/reported-finding';
import { redactKnownSecrets } from '#core/rules/checks';
import { defaultRuleSetNames } from '#core/rules/rule-sets';
import { rulePage } from '../rule-page';
import { THIS_PACKAGE } from '../this-package';

/** A report of captures, each under the name of its test. Holds findings only, and of each code a limited number. */
export class TelemetryReportBuilder {
  readonly #collector = new ReportCollector();
  readonly #report: ReportBuilder;
  #items = 0;

  /** @param createdAt epoch milliseconds. */
  constructor(createdAt: number) {
    this.#report = new ReportBuilder({ tool: THIS_PACKAGE, createdAt, ruleSets: defaultRuleSetNames });
  }

  add(name: string, records: readonly TelemetryRecord[]): void {
    for (const record of records) {
      const { kind, verdict, row, findings } = record;
      const json = eventJson(record) ?? null;
      const item = {
        index: this.#items,
        file: name,
        line: row,
        kind,
        verdict,
        eid: stringAt(json, ['eid']),
        mid: stringAt(json, ['mid']),
      };
      this.#items += 1;
      const reported = findings.map((finding) => reportFinding(finding, rulePage(finding)));
      this.#collector.add({ ...item, findings: reported }, json === null ? null : redactKnownSecrets(json));
    }
    this.#report.add(this.#collector.take());
  }

  build(): FindingReport {
    return this.#report.build();
  }
}
