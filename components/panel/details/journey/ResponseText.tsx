import { useMemo, useState } from 'preact/hooks';
import { sizeText } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { prettyJson } from '#core/json/pretty-json';
import { i18n } from '#i18n';
import { JsonText } from '../tree/JsonText';
import './response-text.css';

const LONGEST = 4000;
/** Colours are an element each: with those of some megabytes the panel would stand still. */
const LONGEST_COLOURED = 200_000;

/** The text of an answer: JSON laid out, anything else as it is; long ones whole only when asked for. */
export function AnswerText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const pretty = useMemo(() => prettyJson(text), [text]);
  const shown = whole ? pretty.text : pretty.text.slice(0, LONGEST);
  return (
    <>
      <pre class="answer">{pretty.isJson && shown.length <= LONGEST_COLOURED ? <JsonText text={shown} /> : shown}</pre>
      {shown.length < pretty.text.length && (
        <Button look="text" onClick={() => setWhole(true)}>
          {i18n.t('common.showAll', { size: sizeText(pretty.text.length) })}
        </Button>
      )}
    </>
  );
}
