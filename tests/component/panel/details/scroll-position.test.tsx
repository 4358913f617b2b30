import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { type ScrollPosition, useScrollPosition } from '#components/panel/details/details-view.ts';

function Pane({ positions, name, content }: { positions: Map<string, ScrollPosition>; name: string; content: number }) {
  const pane = useScrollPosition(positions, name, content);
  return <div data-testid="pane" key={content} {...pane} />;
}

it('a pane with the same name restores the scroll position, and another pane starts at its top', () => {
  const positions = new Map<string, ScrollPosition>();
  const { getByTestId, rerender } = render(<Pane positions={positions} name="event" content={1} />);
  getByTestId('pane').scrollTop = 120;
  getByTestId('pane').dispatchEvent(new Event('scroll'));
  rerender(<Pane positions={positions} name="event" content={2} />);
  expect(getByTestId('pane').scrollTop).toBe(120);
  rerender(<Pane positions={positions} name="json" content={3} />);
  expect(getByTestId('pane').scrollTop).toBe(0);
});
