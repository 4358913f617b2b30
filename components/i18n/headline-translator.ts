import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';
import type { HeadlineTranslator } from './headline-text';

/** Makes headlines anew from calls and events, with the words of a language by the English word. */
export function createHeadlineTranslator(words: Readonly<Record<string, string>>): HeadlineTranslator {
  const translate = (word: string) => words[word] ?? word;
  return ({ call, event, headline }) => {
    const ofCall = call ? headlineOfCall(call.method, call.args, translate) : '';
    return ofCall || (event ? headlineOfEvent(event.json, translate) : '') || headline;
  };
}
