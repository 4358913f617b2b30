import { setHeadlineTranslator } from '../headline-text';
import { createHeadlineTranslator } from '../headline-translator';
import { hindiHeadlines } from './hindi-headlines';

/** Shows headlines in Hindi from now on. */
export function useHindiInPanel(): void {
  setHeadlineTranslator(createHeadlineTranslator(hindiHeadlines));
}

/** Shows them in English again. */
export function showEnglish(): void {
  setHeadlineTranslator(null);
}
