import { render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { memo } from '#components/kit/memo.tsx';

interface WordProps {
  readonly text: string;
  readonly title?: string;
}

const renderWord = vi.fn(({ text, title }: WordProps) => <p title={title}>{text}</p>);
const Word = memo(renderWord);

it('a memoized component is rerendered only if a prop has a new value', () => {
  const { rerender } = render(<Word text="one" />);
  renderWord.mockClear();
  rerender(<Word text="one" />);
  expect(renderWord).not.toHaveBeenCalled();
  rerender(<Word text="two" />);
  expect(screen.queryByText('two')).not.toBeNull();
  expect(renderWord).toHaveBeenCalledTimes(1);
});

it('a memoized component is rerendered if an optional prop is added or removed', () => {
  const { rerender } = render(<Word text="one" />);
  rerender(<Word text="one" title="first" />);
  expect(screen.getByTitle('first').textContent).toBe('one');
  rerender(<Word text="one" />);
  expect(screen.queryByTitle('first')).toBeNull();
});
