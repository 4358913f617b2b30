import type { Query, Term } from './query';

/** Whether all that meets `next` is known to meet `before`: each old term stands there still, or a stricter one. */
export function isNarrowerQuery(next: Query, before: Query): boolean {
  return before.every((old) => next.some((term) => implies(term, old)));
}

function implies(term: Term, old: Term): boolean {
  if (term.text === old.text) return true;
  if (term.key !== null || old.key !== null || term.negated !== old.negated) return false;
  const [wanted, formerly] = [plainText(term), plainText(old)];
  if (wanted === null || formerly === null) return false;
  return term.negated ? formerly.includes(wanted) : wanted.includes(formerly);
}

function plainText({ tests: [test] }: Term): string | null {
  return test?.how === 'has' ? test.value : null;
}
