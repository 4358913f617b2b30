import { useMemo, useState } from 'preact/hooks';
import { sizeText } from '../../../lib/panel/figures';
import { prettyJson } from '../../../lib/panel/pretty-json';
import { Button } from '../../ui/Button';
import { JsonText } from './JsonText';

const LONGEST = 4000;

/** The text of an answer: JSON laid out, anything else as it is; long ones whole only when asked for. */
export function AnswerText({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  const pretty = useMemo(() => prettyJson(text), [text]);
  const shown = whole ? pretty.text : pretty.text.slice(0, LONGEST);
  return (
    <>
      <pre class="answer">{pretty.isJson ? <JsonText text={shown} /> : shown}</pre>
      {shown.length < pretty.text.length && (
        <Button look="text" onClick={() => setWhole(true)}>
          Show all {sizeText(pretty.text.length)}
        </Button>
      )}
    </>
  );
}
