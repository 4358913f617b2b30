import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { Menu } from '#components/kit/Menu.tsx';
import { splitKeyAndValue } from '#core/query/terms';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';

/** The finished terms of the filter. A menu contains the terms that do not fit. Its button shows their number. */
export function FilterTokens({ filter }: { readonly filter: FilterModel }) {
  const { tokens } = filter.value.value;
  const invalidIndex = filter.problem.value?.tokenIndex;
  const strip = useRef<HTMLSpanElement>(null);
  const fittingCount = useFittingCount(strip, tokens);
  if (tokens.length === 0) return null;
  // Before each change, because the change removes the focused button.
  const focusField = () => strip.current?.parentElement?.querySelector('input')?.focus();
  const edit = (index: number) => {
    focusField();
    filter.reopenToken(index);
  };
  const remove = (index: number) => {
    focusField();
    filter.removeToken(index);
  };
  return (
    <>
      <span class="tokens" ref={strip}>
        {tokens.map((token, index) => (
          <Token
            key={`${index} ${token}`}
            text={token}
            isInvalid={index === invalidIndex}
            isOverflowing={index >= fittingCount}
            onEdit={() => edit(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </span>
      {fittingCount < tokens.length && (
        <OverflowMenu tokens={tokens} from={fittingCount} onEdit={edit} onRemove={remove} />
      )}
    </>
  );
}

/** Returns how many tokens fit into the strip. Measures again whenever the tokens or the strip's width change. */
function useFittingCount(strip: { readonly current: HTMLElement | null }, tokens: readonly string[]): number {
  const fittingCount = useSignal(tokens.length);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const measure = () => {
      const { right } = element.getBoundingClientRect();
      const isFullyVisible = (token: Element) => token.getBoundingClientRect().right <= right + 1;
      const all = [...element.children];
      const firstHidden = all.findIndex((token) => !isFullyVisible(token));
      fittingCount.value = firstHidden < 0 ? all.length : firstHidden;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip, tokens, fittingCount]);
  return fittingCount.value;
}

interface OverflowMenuProps {
  readonly tokens: readonly string[];
  /** Index of the first token in the menu. */
  readonly from: number;
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

function OverflowMenu({ tokens, from, onEdit, onRemove }: OverflowMenuProps) {
  const menuPosition = useSignal<{ readonly x: number; readonly y: number } | null>(null);
  const overflowing = tokens.map((text, index) => ({ text, index })).slice(from);
  const editItems = overflowing.map(({ text, index }) => ({
    id: `edit ${index}`,
    label: text,
    onSelect: () => onEdit(index),
  }));
  const removeItems = overflowing.map(({ text, index }) => ({
    id: `remove ${index}`,
    label: i18n.t('filter.removeTerm', { term: text }),
    onSelect: () => onRemove(index),
  }));
  return (
    <>
      <button
        type="button"
        class="token more"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={menuPosition.value !== null}
        aria-label={i18n.t('filter.moreTerms', overflowing.length, { n: formatNumber(overflowing.length) })}
        title={overflowing.map(({ text }) => text).join('  ')}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          menuPosition.value = { x: left, y: bottom };
        }}
      >
        +{overflowing.length}
      </button>
      {menuPosition.value && (
        <Menu
          name={i18n.t('filter.terms')}
          groups={[editItems, removeItems]}
          position={menuPosition.value}
          onClose={() => {
            menuPosition.value = null;
          }}
        />
      )}
    </>
  );
}

interface TokenProps {
  readonly text: string;
  readonly isInvalid: boolean;
  /** Whether the token does not fit, so that the menu contains it. */
  readonly isOverflowing: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Token({ text, isInvalid, isOverflowing, onEdit, onRemove }: TokenProps) {
  const { key, value } = splitKeyAndValue(text);
  return (
    <span class={`token ${isInvalid ? 'wrong' : ''} ${isOverflowing ? 'overflowing' : ''}`}>
      <button
        type="button"
        class="term"
        tabIndex={-1}
        title={i18n.t('filter.editTerm', { term: text })}
        onClick={onEdit}
      >
        <em>{key}</em>
        <span>{value}</span>
      </button>
      <button
        type="button"
        class="drop"
        tabIndex={-1}
        aria-label={i18n.t('filter.removeTerm', { term: text })}
        title={i18n.t('filter.removeTerm', { term: text })}
        onClick={onRemove}
      >
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
