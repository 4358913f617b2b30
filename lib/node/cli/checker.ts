import type { Document } from '#core/formats/document-reader';
import { checkItem, contentsOf } from '#core/formats/input-items';
import { jsonFaultText } from '#core/report/json-fault-messages';
import { withoutSecrets } from '#core/rules/checks';
import type { Report } from './cli-report';
import type { Output } from './output';

/** Unreadable places and remarks that are told one by one; a million of them would say no more. */
const MAX_REPORTED = 20;

/** 0: every item is valid; 1: some are not; 2: the input, or a part of it, could not be read. */
export type ExitCode = 0 | 1 | 2;

/** Judges items as they come and keeps count. */
export class Checker {
  readonly tally = { valid: 0, invalid: 0, unknown: 0 };
  readonly #out: Output;
  readonly #told: Output;
  readonly #report: Report;
  #index = 0;
  #faults = 0;
  #remarks = 0;

  constructor(out: Output, told: Output, report: Report) {
    this.#out = out;
    this.#told = told;
    this.#report = report;
  }

  get isUnread(): boolean {
    return this.#out.isClosed;
  }

  async all(documents: readonly Document[]): Promise<void> {
    for (const document of documents) {
      if ('fault' in document) this.#tellJsonFault(document);
      else await this.#document(document);
    }
  }

  async #document({ json, line }: Extract<Document, { json: unknown }>): Promise<void> {
    const { items, remarks } = contentsOf(json);
    for (const remark of remarks) this.#tellRemark(`Line ${line}: ${remark}`);
    for (const item of items) {
      // A message names what was found: where that is a secret, nobody's log gets it from here.
      const verdict = withoutSecrets(checkItem(item));
      this.tally[verdict.verdict] += 1;
      this.#out.line(this.#report(this.#index, verdict));
      this.#index += 1;
      if (this.#out.isFull) await this.#out.flush();
    }
  }

  #tellJsonFault({ line, fault }: Extract<Document, { fault: unknown }>): void {
    this.tellFault(`Line ${line}, column ${fault.column}: ${jsonFaultText(fault.message)}`);
  }

  tellFault(fault: string): void {
    this.#faults += 1;
    if (this.#faults <= MAX_REPORTED) this.#told.line(fault);
  }

  #tellRemark(remark: string): void {
    this.#remarks += 1;
    if (this.#remarks <= MAX_REPORTED) this.#told.line(remark);
  }

  /** Says what was left untold, and how it went. */
  end(): ExitCode {
    const untold = Math.max(0, this.#faults - MAX_REPORTED) + Math.max(0, this.#remarks - MAX_REPORTED);
    if (untold > 0) this.#told.line(`… and ${untold} more.`);
    if (this.#index === 0 && this.#faults === 0) this.tellFault('There is nothing to check: no call and no event.');
    if (this.#faults > 0) return 2;
    return this.tally.invalid + this.tally.unknown > 0 ? 1 : 0;
  }
}
