import type { ReadFilter } from '../event-filter';
import type { Term } from '../query';

/** Whether all that passes `next` passes `before` too: then only earlier matches need a check. */
export function isRefinementOf(next: ReadFilter, before: ReadFilter): boolean {
  if (next.hidden !== before.hidden) return false;
  // Each old term stands there still, or a stricter one.
  return before.query.every((old) => next.query.some((term) => implies(term, old)));
}

function implies(term: Term, old: Term): boolean {
  if (term.text === old.text) return isAtLeastAsStrict(term, old);
  if (term.key !== null || old.key !== null || term.negated !== old.negated) return false;
  const [wanted, formerly] = [plainText(term), plainText(old)];
  if (wanted === null || formerly === null) return false;
  return term.negated ? formerly.includes(wanted) : wanted.includes(formerly);
}

/** Of the same text, a term that is still being typed lets more through; negated, less. */
function isAtLeastAsStrict(term: Term, old: Term): boolean {
  const [next, before] = term.negated ? [old, term] : [term, old];
  return !next.isPartial || before.isPartial === true;
}

function plainText({ tests: [test] }: Term): string | null {
  return test?.type === 'has' ? test.value : null;
}
