import { Icon } from '#components/kit/Icon.tsx';
import { termParts } from '#core/query/terms';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';

/** The finished terms of the filter. In a narrow panel all but the first are a count. */
export function FilterTokens({ filter }: { readonly filter: FilterModel }) {
  const { tokens } = filter.value.value;
  const wrong = filter.problem.value?.token;
  const [first, ...others] = tokens;
  if (first === undefined) return null;
  return (
    <span class="tokens">
      {tokens.map((token, index) => (
        <Token
          key={`${index} ${token}`}
          text={token}
          wrong={index === wrong}
          folds={index > 0}
          onEdit={() => filter.reopenToken(index)}
          onDrop={() => filter.dropToken(index)}
        />
      ))}
      {others.length > 0 && (
        <span class="token narrow" title={others.join('  ')}>
          +{others.length}
        </span>
      )}
    </span>
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
    <span class={`token ${wrong ? 'wrong' : ''} ${folds ? 'wide' : ''}`}>
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
