import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { Menu } from '#components/kit/Menu.tsx';
import { termParts } from '#core/query/terms';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';

/** The finished terms of the filter. Those that do not fit are in a menu, whose button shows their number. */
export function FilterTokens({ filter }: { readonly filter: FilterModel }) {
  const { tokens } = filter.value.value;
  const wrongIndex = filter.problem.value?.token;
  const strip = useRef<HTMLSpanElement>(null);
  const fittingCount = useFittingCount(strip, tokens);
  if (tokens.length === 0) return null;
  // Called before each change, because the change removes the focused button.
  const focusField = () => strip.current?.parentElement?.querySelector('input')?.focus();
  const edit = (index: number) => {
    focusField();
    filter.reopenToken(index);
  };
  const drop = (index: number) => {
    focusField();
    filter.dropToken(index);
  };
  return (
    <>
      <span class="tokens" ref={strip}>
        {tokens.map((token, index) => (
          <Token
            key={`${index} ${token}`}
            text={token}
            isWrong={index === wrongIndex}
            isFolded={index >= fittingCount}
            onEdit={() => edit(index)}
            onDrop={() => drop(index)}
          />
        ))}
      </span>
      {fittingCount < tokens.length && <FoldedTokens tokens={tokens} from={fittingCount} onEdit={edit} onDrop={drop} />}
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

interface FoldedTokensProps {
  readonly tokens: readonly string[];
  /** Index of the first token in the menu. */
  readonly from: number;
  readonly onEdit: (index: number) => void;
  readonly onDrop: (index: number) => void;
}

function FoldedTokens({ tokens, from, onEdit, onDrop }: FoldedTokensProps) {
  const menuPosition = useSignal<{ readonly x: number; readonly y: number } | null>(null);
  const folded = tokens.map((text, index) => ({ text, index })).slice(from);
  const editItems = folded.map(({ text, index }) => ({
    id: `edit ${index}`,
    label: text,
    onSelect: () => onEdit(index),
  }));
  const removeItems = folded.map(({ text, index }) => ({
    id: `remove ${index}`,
    label: i18n.t('filter.removeTerm', { term: text }),
    onSelect: () => onDrop(index),
  }));
  return (
    <>
      <button
        type="button"
        class="token more"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-expanded={menuPosition.value !== null}
        aria-label={i18n.t('filter.moreTerms', folded.length, { n: formatNumber(folded.length) })}
        title={folded.map(({ text }) => text).join('  ')}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          menuPosition.value = { x: left, y: bottom };
        }}
      >
        +{folded.length}
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
  readonly isWrong: boolean;
  /** Whether the token does not fit, and is in the menu instead. */
  readonly isFolded: boolean;
  readonly onEdit: () => void;
  readonly onDrop: () => void;
}

function Token({ text, isWrong, isFolded, onEdit, onDrop }: TokenProps) {
  const { key, value } = termParts(text);
  return (
    <span class={`token ${isWrong ? 'wrong' : ''} ${isFolded ? 'folded' : ''}`}>
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
        onClick={onDrop}
      >
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
