import { USER_ACTIONS, type UserAction } from '#core/journey/record';
import { toCssIdentifier } from '#core/quoting/css-identifier';
import * as z from '#core/util/zod';
import type { ActionReport } from './page-messages';
import { MAX_ACTION_CHARS } from './report-limits';

const MAX_TAG_CHARS = 50;
const MAX_TEXT_CHARS = 80;
export const MAX_SELECTOR_CHARS = 200;
/** With utility-first CSS, elements have dozens of classes. */
const MAX_CLASSES = 3;

const reportedText = z.string().check(z.maxLength(MAX_ACTION_CHARS));

/** Parses a user's action in the form that the hook reports. Does not check the range of `at`. */
export const userActionSchema = z.pipe(
  z.object({
    type: z.enum(USER_ACTIONS),
    at: z.number(),
    tag: z.string(),
    id: reportedText,
    within: reportedText,
    class: reportedText,
    text: reportedText,
  }),
  z.transform(readUserAction),
);

function readUserAction({ text, ...report }: ActionReport): UserAction {
  const tag = report.tag.slice(0, MAX_TAG_CHARS);
  return {
    type: report.type,
    at: report.at,
    tag,
    // Without focus, the target of keys is the whole page.
    text: tag === 'body' || tag === 'html' ? '' : shorten(text.replace(/\s+/g, ' ').trim(), MAX_TEXT_CHARS),
    selector: shorten(selectorOf({ ...report, tag }), MAX_SELECTOR_CHARS),
  };
}

function selectorOf({ tag, id, within, class: classes }: Omit<ActionReport, 'text'>): string {
  const names = classes.split(/\s+/).filter((name) => name !== '');
  const idSelector = id === '' ? '' : `#${toCssIdentifier(id)}`;
  const selector =
    toCssIdentifier(tag) +
    idSelector +
    names
      .slice(0, MAX_CLASSES)
      .map((name) => `.${toCssIdentifier(name)}`)
      .join('');
  return id === '' && within !== '' ? `#${toCssIdentifier(within)} ${selector}` : selector;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
