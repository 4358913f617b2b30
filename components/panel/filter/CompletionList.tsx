import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import type { Completion } from '#components/panel/filter/completions.ts';
import { i18n } from '#i18n';
import { COMPLETIONS_ID, completionId } from './completion-ids';

interface CompletionListProps {
  readonly choices: readonly Completion[];
  readonly active: number;
  readonly onAccept: (choice: Completion) => void;
}

/** Suggestions. The focus stays in the input, which names the active suggestion. */
export function CompletionList({ choices, active, onAccept }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      class="overlay completions"
      role="listbox"
      aria-label={i18n.t('filter.terms')}
      id={COMPLETIONS_ID}
      ref={list}
      tabIndex={-1}
    >
      {choices.map((choice, index) => (
        <div
          key={choice.label}
          id={completionId(index)}
          class="completion"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Before blur, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onAccept(choice);
          }}
        >
          <code>{choice.label}</code>
          <span class="muted clip">{choice.detail}</span>{' '}
          {choice.count !== null && <span class="muted num">{formatNumber(choice.count)}</span>}
        </div>
      ))}
    </div>
  );
}
