import type { JsonPath } from '../../../lib/json';
import { fieldLine, fieldValues } from '../../../lib/panel/field-words';
import type { Field } from '../../../lib/telemetry/fields';
import { Button } from '../../ui/Button';

interface DraftFieldsProps {
  readonly fields: readonly Field[];
  readonly onShow: (path: JsonPath) => void;
  readonly onRead: () => void;
}

/** What the definition says of each field of the open kind, beside the draft. */
export function DraftFields({ fields, onShow, onRead }: DraftFieldsProps) {
  return (
    <>
      <div class="draft-side-head below">
        <h3>Fields</h3>
        <span class="grow" />
        <Button look="text" onClick={onRead}>
          What the document says
        </Button>
      </div>
      <ul class="field-rows">
        <FieldRows fields={fields} depth={0} onShow={onShow} />
      </ul>
    </>
  );
}

interface FieldRowsProps {
  readonly fields: readonly Field[];
  readonly depth: number;
  readonly onShow: (path: JsonPath) => void;
}

function FieldRows({ fields, depth, onShow }: FieldRowsProps) {
  return (
    <>
      {fields.map((field) => (
        <>
          <FieldRow key={field.path.join('.')} field={field} depth={depth} onShow={onShow} />
          <FieldRows fields={field.item?.children ?? field.children} depth={depth + 1} onShow={onShow} />
        </>
      ))}
    </>
  );
}

function FieldRow({ field, depth, onShow }: Omit<FieldRowsProps, 'fields'> & { readonly field: Field }) {
  const values = fieldValues(field);
  return (
    <li class="field-row" style={{ '--d': depth }}>
      <div>
        <button type="button" class="path" title="Show in the draft" onClick={() => onShow(placeOf(field))}>
          {field.name}
        </button>
        <small>{fieldLine(field)}</small>
      </div>
      {field.note !== '' && <p>{field.note}</p>}
      {values.length > 0 && <code class="muted">{values.join('  ')}</code>}
    </li>
  );
}

/** The first item stands for all. */
function placeOf({ path }: Field): JsonPath {
  return path.map((step) => (step === '*' ? 0 : step));
}
