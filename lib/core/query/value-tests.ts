import type { ValueTest } from './query';

/** Makes a test of a text in lower case. */
export function textTest(test: ValueTest): (text: string) => boolean {
  if (test.type === 'has') return (text) => text.includes(test.value);
  if (test.type === 'is') return (text) => text === test.value;
  if (test.type === 'matches') return test.test;
  if (test.type === 'like') return (text) => isLike(text, test.parts);
  return () => false;
}

/** Each part at the first place where it stands behind the one before it: no other place could leave more to the rest. */
function isLike(text: string, parts: readonly string[]): boolean {
  const [start = '', ...others] = parts;
  const end = others.pop() ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}

/** Makes a test of a number. */
export function numberTest({ sign, value }: Extract<ValueTest, { type: 'compares' }>): (number: number) => boolean {
  switch (sign) {
    case '<':
      return (number) => number < value;
    case '<=':
      return (number) => number <= value;
    case '>':
      return (number) => number > value;
    case '>=':
      return (number) => number >= value;
  }
}
