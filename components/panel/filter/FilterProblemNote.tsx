import { messageText } from '#components/i18n/message-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import type { FilterProblem } from './parse-filter';

interface FilterProblemNoteProps {
  readonly filter: FilterModel;
  readonly problem: FilterProblem;
  readonly id: string;
}

/** The error of the filter, and the likely correction. The list still shows the result of the last valid filter. */
export function FilterProblemNote({ filter, problem, id }: FilterProblemNoteProps) {
  const { nearest } = problem;
  const message = messageText(problem.message);
  const correctionButton = (
    <button type="button" class="link" onClick={filter.applyCorrection}>
      {nearest?.word}
    </button>
  );
  return (
    <p class="note error-note" role="status" id={id}>
      <Icon name="invalid" />
      <span class="grow">
        {message}{' '}
        {nearest && (
          <>
            <Phrase text={i18n.t('filter.nearest', { word: '{word}' })} parts={{ word: correctionButton }} />{' '}
          </>
        )}
        {i18n.t('filter.stillShown')}
      </span>
    </p>
  );
}
