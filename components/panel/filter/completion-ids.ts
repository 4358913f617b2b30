/** ID of the list of suggestions, which the filter's input refers to. */
export const COMPLETIONS_ID = 'filter-completions';

export function completionId(index: number): string {
  return `${COMPLETIONS_ID}-${index}`;
}
