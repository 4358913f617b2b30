import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { indexAfterKey } from '#components/panel/app/view-keys.ts';
import { useVirtualRows } from '#components/panel/event-list/grid/use-virtual-rows.ts';
import { sessionName } from '#core/user-sessions/session-finding';
import type { AlignedStep, StepDifference } from '#core/user-sessions/session-steps';
import { i18n } from '#i18n';
import { ComparedNumbers, type ComparedSides } from './ComparedNumbers';
import { ComparedStep, differenceStyles, type Side, useShowStep } from './ComparedStep';
import type { ListedSession } from './listed-sessions';
import { type ComparedSteps, useComparedSteps } from './use-compared-steps';
import './session-comparison.css';

interface SessionComparisonProps {
  readonly one: ListedSession;
  /** `null` until another session is selected. */
  readonly other: ListedSession | null;
  readonly onSwap: () => void;
  readonly onClose: () => void;
}

/** Two sessions side by side: their numbers, and their steps in order, with missing and added steps. */
export function SessionComparison({ one, other, onSwap, onClose }: SessionComparisonProps) {
  const name = sessionName(one.summary);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const label =
    other === null
      ? i18n.t('userSessions.compareNone')
      : i18n.t('userSessions.comparison', { one: name, other: sessionName(other.summary) });
  return (
    <section class="session-comparison" aria-label={label} onKeyDown={closeOnEscape}>
      {other === null ? (
        <>
          <header>
            <h2>{i18n.t('compare.title')}</h2>
            <span class="grow" />
            <CloseButton onClose={onClose} />
          </header>
          <EmptyState icon="compare" title={i18n.t('userSessions.compareNone')}>
            {i18n.t('userSessions.compareNoneText', { session: name })}
          </EmptyState>
        </>
      ) : (
        <Comparison key={`${one.key} ${other.key}`} one={one} other={other} onSwap={onSwap} onClose={onClose} />
      )}
    </section>
  );
}

function CloseButton({ onClose }: Pick<SessionComparisonProps, 'onClose'>) {
  return <ToolButton icon="x" name={i18n.t('common.close')} title={i18n.t('compare.closeHint')} onClick={onClose} />;
}

function Comparison({ one, other, onSwap, onClose }: SessionComparisonProps & { readonly other: ListedSession }) {
  const comparedSteps = useComparedSteps(one.summary, other.summary);
  const [activeIndex, setActiveIndex] = useState(0);
  const differences = useMemo(() => findDifferences(comparedSteps.steps), [comparedSteps.steps]);
  const previous = differences.findLast((index) => index < activeIndex);
  const next = differences.find((index) => index > activeIndex);
  const none = i18n.t('userSessions.noDifference');
  return (
    <>
      <header>
        <h2>{i18n.t('compare.title')}</h2>
        <DifferenceCounts comparedSteps={comparedSteps} />
        <span class="grow" />
        <ToolButton
          icon="up"
          name={i18n.t('userSessions.previousDifference')}
          unavailable={previous === undefined ? none : null}
          onClick={() => previous !== undefined && setActiveIndex(previous)}
        />
        <ToolButton
          icon="down"
          name={i18n.t('userSessions.nextDifference')}
          unavailable={next === undefined ? none : null}
          onClick={() => next !== undefined && setActiveIndex(next)}
        />
        <ToolButton icon="changed" name={i18n.t('compare.swap')} onClick={onSwap} />
        <CloseButton onClose={onClose} />
      </header>
      <ComparedNumbers one={one} other={other} />
      <Steps
        one={one}
        other={other}
        comparedSteps={comparedSteps}
        activeIndex={activeIndex}
        onActive={setActiveIndex}
      />
    </>
  );
}

/** Returns the indexes of the steps that differ. */
function findDifferences(steps: readonly AlignedStep[]): readonly number[] {
  return steps.flatMap(({ type }, index) => (type === 'same' ? [] : [index]));
}

/** “2 changed, 1 added”, without the types that do not occur. */
function DifferenceCounts({ comparedSteps: { steps, isComparing } }: { readonly comparedSteps: ComparedSteps }) {
  if (isComparing && steps.length === 0) return <span class="muted">{i18n.t('userSessions.comparing')}</span>;
  const countOf = (difference: StepDifference) =>
    steps.reduce((sum, { type }) => sum + (type === difference ? 1 : 0), 0);
  const texts = {
    changed: (n: string) => i18n.t('compare.countChanged', { n }),
    removed: (n: string) => i18n.t('userSessions.countMissing', { n }),
    added: (n: string) => i18n.t('compare.countAdded', { n }),
  };
  const types = (['changed', 'removed', 'added'] as const).filter((type) => countOf(type) > 0);
  if (types.length === 0) {
    return (
      <StatusLabel icon="valid" tone="success" isSubtle>
        {i18n.t('userSessions.sameSteps')}
      </StatusLabel>
    );
  }
  return (
    <>
      {types.map((type) => (
        <StatusLabel key={type} {...differenceStyles[type]}>
          {texts[type](formatNumber(countOf(type)))}
        </StatusLabel>
      ))}
    </>
  );
}

interface StepsProps extends ComparedSides {
  readonly comparedSteps: ComparedSteps;
  readonly activeIndex: number;
  readonly onActive: (index: number) => void;
}

/** The aligned steps of both sessions. Arrow keys move between steps, Enter opens a step's event. */
function Steps({ one, other, comparedSteps, activeIndex, onActive }: StepsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState<Side>('one');
  const { steps, isComparing } = comparedSteps;
  const currentIndex = Math.min(activeIndex, Math.max(0, steps.length - 1));
  const { rows, height, reveal } = useVirtualRows({
    count: steps.length,
    scroller,
    pinnedIndex: currentIndex,
    isAtEnd: false,
  });
  const show = useShowStep(one, other);
  useEffect(() => reveal(currentIndex), [currentIndex]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = steps[currentIndex];
    if (event.key === 'Enter' && step !== undefined) show(step, step[side] === null ? otherSide[side] : side);
    else if (event.key === 'ArrowLeft') setSide('one');
    else if (event.key === 'ArrowRight') setSide('other');
    else {
      const index = indexAfterKey(event.key, currentIndex, steps.length);
      if (index === null) return;
      onActive(index);
    }
    event.preventDefault();
  };
  return (
    <div
      class="session-steps"
      role="listbox"
      aria-label={i18n.t('userSessions.steps')}
      aria-busy={isComparing}
      tabIndex={0}
      aria-activedescendant={steps.length === 0 ? undefined : `session-step-${currentIndex}`}
      ref={scroller}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: `${height}px` }}>
        {rows.map(({ index, start }) => {
          const step = steps[index];
          return (
            step && (
              <ComparedStep
                key={String(index)}
                {...{ one, other, step, index, onShow: show, count: steps.length }}
                top={start}
                activeSide={index === currentIndex ? side : null}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const otherSide = { one: 'other', other: 'one' } as const;
