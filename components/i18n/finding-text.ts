import {
  partText as coreText,
  findingText as englishText,
  ruleSetTitle as englishTitle,
  type MessageCatalog,
  shortFindingText as shortText,
} from '#core/report/messages';
import type { Finding, FoundParams, RuleSetId } from '#core/telemetry/findings';
import { setFindingText } from './message-text';

let messages: Partial<MessageCatalog> = {};

/** Shows findings in another language than English; a sentence that it lacks comes in English. */
export function setFindingLanguage(catalog: Partial<MessageCatalog>): void {
  messages = catalog;
}

export function findingText(finding: Finding): string {
  return englishText(finding, messages);
}

setFindingText(({ finding }) => englishText(finding, messages));

/** For a place that shows the allowed values beside it. */
export function shortFindingText(finding: Finding): string {
  return shortText(finding, messages);
}

/** What a rule set is called. */
export function ruleSetTitle(id: RuleSetId): string {
  return englishTitle(id, messages);
}

/** `"7" is a string` */
export function foundText(found: FoundParams): string {
  return coreText(found, messages);
}
