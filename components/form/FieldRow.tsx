import { useId } from 'preact/hooks';
import { definitionText } from '#components/i18n/definition-text.ts';
import { keyOfPath } from '#core/drafts/draft-content';
import { controlOf, findingsOf } from '#core/drafts/form-values';
import { formatPath, type JsonPath } from '#core/json/json';
import type { JsonNode } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';
import { Control } from './Control';
import { FieldMessages } from './FieldMessages';
import { formatFieldLine } from './field-labels';
import type { FormPart } from './form-props';
import { RemoveFieldButton } from './RemoveFieldButton';

interface FieldRowProps {
  readonly part: FormPart;
  readonly field: Field;
  readonly path: JsonPath;
  readonly node: JsonNode | null;
  readonly order: readonly string[];
}

/** A field: its name and type, its control, and what is found there, or what the document says of it. */
export function FieldRow({ part, field, path, node, order }: FieldRowProps) {
  const id = useId();
  const name = formatPath(path);
  const control = controlOf(field);
  const isGroup = control === 'group' && node?.type === 'object';
  const found = findingsOf(part.findings, path, control, node);
  const isWrong = found.some(({ severity }) => severity === 'error') || part.pending[keyOfPath(path)] !== undefined;
  const messages = (
    <FieldMessages id={`${id}-says`} field={field} findings={found} isGroup={isGroup} fixOf={part.fixOf} />
  );
  return (
    <>
      <div class="field" data-path={name}>
        <div
          class="field-name"
          title={i18n.t('form.fieldHint', { name, type: formatFieldLine(field), note: definitionText(field.note) })}
        >
          <label for={isGroup ? undefined : id}>
            <code>{field.name === '*' ? String(path.at(-1)) : field.name}</code>
          </label>
          {!isGroup && <small>{formatFieldLine(field)}</small>}
        </div>
        <div class="field-body">
          {isGroup ? (
            messages
          ) : (
            <>
              <Control {...{ part, field, path, node, order, id, name, isWrong }} describedBy={`${id}-says`} />
              {messages}
            </>
          )}
        </div>
        {node && order.length > 0 && <RemoveFieldButton part={part} path={path} />}
      </div>
      {isGroup && <div class="group">{part.renderFields(field.children, node, path)}</div>}
    </>
  );
}
