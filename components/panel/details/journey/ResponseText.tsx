import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatBytes } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { memo } from '#components/kit/memo.tsx';
import { i18n } from '#i18n';
import { JsonText } from '../tree/JsonSnippet';
import { createResponseParts, type ResponseLine } from './response-parts';
import './response-text.css';

interface ResponseTextProps {
  readonly text: string;
  readonly onCopy: (text: string, what: () => string) => void;
}

/**
 * The text of a response: JSON formatted, anything else unchanged.
 * "Show more" adds a part of a long text at a time.
 */
export function ResponseText({ text, onCopy }: ResponseTextProps) {
  const { isJson, parts, hasMore, showMore } = useMemo(() => createResponseParts(text), [text]);
  return (
    <>
      <pre class="response-text">
        {parts.value.map((part, index) => (
          <Part key={String(index)} lines={part} isJson={isJson} />
        ))}
      </pre>
      {hasMore.value && (
        <p class="response-actions">
          <Button appearance="text" icon="down" onClick={showMore}>
            {i18n.t('common.showMoreOf', { size: formatBytes(text.length) })}
          </Button>
          <Button
            appearance="text"
            icon="copy"
            onClick={() => onCopy(text, () => i18n.t('collector.copyTarget.response'))}
          >
            {i18n.t('common.copyAll')}
          </Button>
        </p>
      )}
    </>
  );
}

interface PartProps {
  readonly lines: readonly ResponseLine[];
  readonly isJson: boolean;
}

const Part = memo(({ lines, isJson }: PartProps) => (
  <span class="response-part">
    {lines.map(({ text, isContinued }, index) => (
      <Fragment key={String(index)}>
        {index > 0 && '\n'}
        {isJson && !isContinued ? <JsonText text={text} /> : text}
      </Fragment>
    ))}
  </span>
));
