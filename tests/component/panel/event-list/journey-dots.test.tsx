import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { JourneyDots } from '#components/panel/event-list/grid/JourneyDots.tsx';
import { journeyStates } from '#core/journey/journey-state';

const renderDots = (props: Parameters<typeof JourneyDots>[0]) => render(<JourneyDots {...props} />).container.innerHTML;

it('the four dots look different for each state, even without its label', () => {
  const states = ['waiting', 'sent', 'accepted', 'rejected', 'lost', 'dropped', 'called'] as const;
  expect(new Set(states.map((state) => renderDots({ state }))).size).toBe(states.length);
});

it('the four dots of steps that were not captured are dashed', () => {
  const htmls = [{}, { isCallSeen: false }, { isCallSeen: false, isEventSeen: false }].map((props) =>
    renderDots({ state: 'accepted', ...props }),
  );
  const arcsPerDot = 2;
  expect(htmls.map((html) => (html.split('a3 3').length - 1) / arcsPerDot)).toEqual([4, 3, 2]);
});

it.each(journeyStates)('the four dots of %s look different if the event was changed or duplicated', (state) => {
  const htmls = [
    renderDots({ state }),
    renderDots({ state, alteration: 'changed' }),
    renderDots({ state, alteration: 'duplicate' }),
  ];
  expect(new Set(htmls).size).toBe(3);
});
