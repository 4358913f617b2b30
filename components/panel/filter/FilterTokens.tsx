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
  const wrong = filter.problem.value?.token;
  const strip = useRef<HTMLSpanElement>(null);
  const fitting = useFittingCount(strip, tokens);
  if (tokens.length === 0) return null;
  // Before the change, because it removes the focused button.
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
            wrong={index === wrong}
            folds={index >= fitting}
            onEdit={() => edit(index)}
            onDrop={() => drop(index)}
          />
        ))}
      </span>
      {fitting < tokens.length && <FoldedTokens tokens={tokens} from={fitting} onEdit={edit} onDrop={drop} />}
    </>
  );
}

/** Returns how many tokens fit into the strip; measured again whenever its width changes. */
function useFittingCount(strip: { readonly current: HTMLElement | null }, tokens: readonly string[]): number {
  const fitting = useSignal(tokens.length);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const measure = () => {
      const { right } = element.getBoundingClientRect();
      const isFullyVisible = (token: Element) => token.getBoundingClientRect().right <= right + 1;
      const all = [...element.children];
      const first = all.findIndex((token) => !isFullyVisible(token));
      fitting.value = first < 0 ? all.length : first;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [strip, tokens, fitting]);
  return fitting.value;
}

interface FoldedTokensProps {
  readonly tokens: readonly string[];
  /** Index of the first token in the menu. */
  readonly from: number;
  readonly onEdit: (index: number) => void;
  readonly onDrop: (index: number) => void;
}

function FoldedTokens({ tokens, from, onEdit, onDrop }: FoldedTokensProps) {
  const at = useSignal<{ readonly x: number; readonly y: number } | null>(null);
  const folded = tokens.map((text, index) => ({ text, index })).slice(from);
  const edit = folded.map(({ text, index }) => ({
    id: `edit ${index}`,
    label: text,
    onSelect: () => onEdit(index),
  }));
  const remove = folded.map(({ text, index }) => ({
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
        aria-expanded={at.value !== null}
        aria-label={i18n.t('filter.moreTerms', folded.length, { n: formatNumber(folded.length) })}
        title={folded.map(({ text }) => text).join('  ')}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          at.value = { x: left, y: bottom };
        }}
      >
        +{folded.length}
      </button>
      {at.value && (
        <Menu
          name={i18n.t('filter.terms')}
          groups={[edit, remove]}
          position={at.value}
          onClose={() => {
            at.value = null;
          }}
        />
      )}
    </>
  );
}

interface TokenProps {
  readonly text: string;
  readonly wrong: boolean;
  readonly folds: boolean;
  readonly onEdit: () => void;
  readonly onDrop: () => void;
}

function Token({ text, wrong, folds, onEdit, onDrop }: TokenProps) {
  const { key, value } = termParts(text);
  return (
    <span class={`token ${wrong ? 'wrong' : ''} ${folds ? 'folded' : ''}`}>
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
