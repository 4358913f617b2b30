import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import type { Completion } from '#components/panel/filter/completions.ts';
import { i18n } from '#i18n';
import { COMPLETIONS_ID, completionId } from './completion-ids';

interface CompletionListProps {
  readonly suggestions: readonly Completion[];
  readonly activeIndex: number;
  readonly onAccept: (suggestion: Completion) => void;
}

/** The suggestions. The focus stays in the input, whose `aria-activedescendant` is the active suggestion. */
export function CompletionList({ suggestions, activeIndex, onAccept }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView?.({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div
      class="overlay completions"
      role="listbox"
      aria-label={i18n.t('filter.terms')}
      id={COMPLETIONS_ID}
      ref={list}
      tabIndex={-1}
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.label}
          id={completionId(index)}
          class="completion"
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          // Before blur, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onAccept(suggestion);
          }}
        >
          <code>{suggestion.label}</code>
          <span class="muted truncate">{suggestion.detail}</span>{' '}
          {suggestion.count !== null && <span class="muted tabular">{formatNumber(suggestion.count)}</span>}
        </div>
      ))}
    </div>
  );
}
