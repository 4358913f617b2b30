import type { ValueTest } from './query';

/** Makes a test of a text in lower case. */
export function textTest(test: ValueTest): (text: string) => boolean {
  if (test.how === 'has') return (text) => text.includes(test.value);
  if (test.how === 'is') return (text) => text === test.value;
  if (test.how === 'matches') return (text) => test.pattern.test(text);
  return () => false;
}

/** Makes a test of a number. */
export function numberTest({ sign, value }: Extract<ValueTest, { how: 'compares' }>): (number: number) => boolean {
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
