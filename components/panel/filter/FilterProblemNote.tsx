import type { FilterModel } from '../../../lib/panel/filter';
import { Icon } from '../../ui/Icon';

export const PROBLEM_ID = 'filter-problem';

/** What is wrong with the filter, and what was probably meant. The list stays as it was. */
export function FilterProblemNote({ filter }: { readonly filter: FilterModel }) {
  const problem = filter.problem.value;
  if (!problem) return null;
  const { message, nearest } = problem;
  return (
    <p class="note bad-note" role="status" id={PROBLEM_ID}>
      <Icon name="invalid" />
      <span class="grow">
        {message}{' '}
        {nearest && (
          <>
            Nearest:{' '}
            <button type="button" class="link" onClick={filter.takeNearest}>
              {nearest.word}
            </button>
            .{' '}
          </>
        )}
        The list still shows the last filter that worked.
      </span>
    </p>
  );
}
