import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { appendPointer, childAt, decodeFragment, pointerFragment, pointerSteps } from './json-pointer';
import { cutCycles } from './reference-cycles';
import { hidesSiblings, idKeyword, type SchemaDraft, withoutFragment } from './schema-dialects';
import type { SchemaDocument } from './schema-documents';
import { subschemas } from './schema-keywords';
import { type SchemaProblem, type SchemaProblemCode, schemaProblem } from './schema-problem';
import { baseName, resolveUri, stepsOfPath, uriOfFile } from './schema-uris';

/** A schema with unique ids, whose references all point to schemas of the set. */
export interface LinkedDocument {
  readonly document: SchemaDocument;
  readonly uri: string;
  /** The draft of the schema, or the default draft. */
  readonly draft: SchemaDraft;
  readonly root: Json;
}

/** The result of linking a set. */
export interface LinkedSchemas {
  readonly documents: readonly LinkedDocument[];
  readonly problems: readonly SchemaProblem[];
  /** Files to which schemas of other files refer. */
  readonly referredFiles: ReadonlySet<string>;
  /** Returns the file and the JSON pointer of the schema with a URI. */
  readonly fileOf: (uri: string) => { readonly file: string; readonly pointer: string };
  /** Returns the schema to which a reference points, if it is in the set. */
  readonly targetOf: (schema: JsonObject) => Json | undefined;
}

type SchemaObject = Record<string, Json>;

/** Location of a schema in its document and its resource, which is a schema with its own URI. */
interface Place {
  readonly linked: Linking;
  /** JSON pointer in the file. */
  readonly pointer: string;
  readonly resource: Resource;
  /** JSON pointer in the resource. */
  readonly inner: string;
}

interface Resource {
  readonly uri: string;
  readonly node: Json;
  readonly anchors: Map<string, SchemaObject>;
}

interface Linking extends LinkedDocument {
  readonly resource: Resource;
}

interface Reference {
  readonly node: SchemaObject;
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly place: Place;
}

interface Target {
  readonly node: Json;
  /** The resolved `$ref`. */
  readonly uri: string;
}

/**
 * Assigns URIs to the schemas of a set, and resolves each `$ref`.
 * It resolves by exact URI, then by relative path, then by the base name of a file, whatever the scheme. An unresolved
 * reference is a problem, and accepts any value.
 *
 * @param isKnown whether a URI is that of a meta-schema.
 */
export function linkSchemas(
  documents: readonly SchemaDocument[],
  defaultDraft: SchemaDraft,
  isKnown: (uri: string) => boolean,
): LinkedSchemas {
  const linker = new SchemaLinker(isKnown);
  return linker.link(documents, defaultDraft);
}

class SchemaLinker {
  readonly #isKnown: (uri: string) => boolean;
  readonly #problems: SchemaProblem[] = [];
  readonly #resources = new Map<string, Resource>();
  /** Documents by the URI of their file, independent of their ids. */
  readonly #files = new Map<string, Linking>();
  /** Documents by the base names of their files. */
  readonly #baseNames = new Map<string, Linking[]>();
  readonly #places = new Map<object, Place>();
  readonly #references: Reference[] = [];
  readonly #referred = new Set<string>();

  constructor(isKnown: (uri: string) => boolean) {
    this.#isKnown = isKnown;
  }

  link(documents: readonly SchemaDocument[], defaultDraft: SchemaDraft): LinkedSchemas {
    const linked = documents.map((document) => this.#addDocument(document, document.draft ?? defaultDraft));
    for (const each of linked) this.#visit(each.root, { linked: each, ...rootPlace(each) });
    // Resolving may visit further schemas, at locations unknown to the keywords, which add more references.
    const targets = new Map<SchemaObject, Json>();
    for (let index = 0; index < this.#references.length; index += 1) {
      const reference = this.#references[index];
      if (reference !== undefined) this.#resolve(reference, targets);
    }
    cutCycles(this.#places.keys(), targets, (schema) => this.#cut(schema as SchemaObject));
    return {
      documents: linked,
      problems: this.#problems,
      referredFiles: this.#referred,
      fileOf: (uri) => this.#fileOf(uri),
      targetOf: (schema) => targets.get(schema as SchemaObject),
    };
  }

  #fileOf(uri: string): { readonly file: string; readonly pointer: string } {
    const node = this.#resources.get(uri)?.node;
    const place = isJsonObject(node) ? this.#places.get(node) : undefined;
    return place === undefined
      ? { file: uri, pointer: '' }
      : { file: place.linked.document.file, pointer: place.pointer };
  }

  #addDocument(document: SchemaDocument, draft: SchemaDraft): Linking {
    const { root, file, pointer } = document;
    const fileUri = uriOfFile(file);
    const retrieval = pointer === '' ? fileUri : `${fileUri}?${encodeURIComponent(pointer)}`;
    const node = isJsonObject(root) ? (root as SchemaObject) : null;
    const own = node === null ? null : rootId(node, draft);
    const claimed = own === null ? null : resolveUri(own, retrieval);
    let uri = retrieval;
    if (claimed !== null && withoutFragment(claimed) !== retrieval) {
      if (this.#resources.has(withoutFragment(claimed)) || this.#isKnown(withoutFragment(claimed))) {
        this.#add('duplicateId', { file, pointer }, { uri: withoutFragment(claimed) });
      } else uri = withoutFragment(claimed);
    }
    const resource: Resource = { uri, node: root, anchors: new Map() };
    const linked: Linking = { document, draft, uri, root, resource };
    this.#resources.set(uri, resource);
    if (!this.#files.has(fileUri)) this.#files.set(fileUri, linked);
    const name = baseName(file);
    this.#baseNames.set(name, [...(this.#baseNames.get(name) ?? []), linked]);
    if (node !== null) {
      const fragment = claimed === null ? '' : claimed.slice(withoutFragment(claimed).length + 1);
      delete node.id;
      if (own !== null || typeof node.$id === 'string') delete node.$id;
      if (draft === 'draft-04' && fragment !== '' && !fragment.startsWith('/')) resource.anchors.set(fragment, node);
      node[idKeyword(draft)] = uri;
    }
    return linked;
  }

  /** Registers the ids, anchors and references of a schema and its subschemas. */
  #visit(schema: Json, place: Place): void {
    if (!isJsonObject(schema) || this.#places.has(schema)) return;
    const node = schema as SchemaObject;
    const { draft } = place.linked;
    if (hidesSiblings(draft) && typeof node.$ref === 'string') showSiblings(node);
    const here = node === place.linked.root ? place : this.#placeOf(node, place);
    this.#places.set(node, here);
    this.#addAnchors(node, here);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
      if (typeof node[keyword] === 'string') this.#references.push({ node, keyword, place: here });
    }
    for (const { steps, schema: inner } of subschemas(node)) this.#visit(inner, below(here, steps));
  }

  /** Returns the location of a schema. A schema with a unique URI is a new resource. */
  #placeOf(node: SchemaObject, place: Place): Place {
    const { linked, resource, pointer } = place;
    const keyword = idKeyword(linked.draft);
    const id = node[keyword];
    if (typeof id !== 'string') return place;
    if (id.startsWith('#')) return place;
    const uri = resolveUri(id, resource.uri);
    if (uri === null) {
      delete node[keyword];
      return place;
    }
    const own = withoutFragment(uri);
    if (this.#resources.has(own) || this.#isKnown(own)) {
      this.#add('duplicateId', { file: linked.document.file, pointer }, { uri: own });
      delete node[keyword];
      return place;
    }
    node[keyword] = own;
    const inner: Resource = { uri: own, node, anchors: new Map() };
    this.#resources.set(own, inner);
    return { linked, pointer, resource: inner, inner: '' };
  }

  #addAnchors(node: SchemaObject, { linked, resource }: Place): void {
    const id = node[idKeyword(linked.draft)];
    if (hidesSiblings(linked.draft)) {
      if (typeof id === 'string' && id.startsWith('#') && id.length > 1) resource.anchors.set(id.slice(1), node);
      return;
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = node[keyword];
      if (typeof anchor === 'string') resource.anchors.set(anchor, node);
    }
  }

  #resolve({ node, keyword, place }: Reference, targets: Map<SchemaObject, Json>): void {
    const written = String(node[keyword]);
    if (keyword === '$recursiveRef') {
      targets.set(node, place.resource.node);
      return;
    }
    const target = this.#find(written, place);
    if (target === null) {
      const { file } = place.linked.document;
      this.#add(
        'unresolvedReference',
        { file, pointer: appendPointer(place.pointer, keyword) },
        { reference: written },
      );
      delete node[keyword];
      return;
    }
    node[keyword] = target.uri;
    if (target.node !== null) targets.set(node, target.node);
    const found = isJsonObject(target.node) ? this.#places.get(target.node) : undefined;
    if (found !== undefined && found.linked.document.file !== place.linked.document.file) {
      this.#referred.add(found.linked.document.file);
    }
  }

  #find(written: string, place: Place): Target | null {
    const absolute = resolveUri(written, place.resource.uri);
    const at = written.indexOf('#');
    const fragment = at === -1 ? '' : written.slice(at + 1);
    const uri = absolute === null ? null : withoutFragment(absolute);
    if (uri !== null && this.#isKnown(uri)) return { node: null, uri: absolute ?? uri };
    const resource = uri === null ? null : this.#resourceOf(uri);
    const exact = resource === null ? null : this.#inResource(resource, fragment);
    if (exact !== null) return exact;
    // Labels that look like ids turn parts of a file into resources, which the author did not intend.
    if (at === 0) return this.#inResource(place.linked.resource, fragment);
    if (resource !== null) return null;
    const byPath = this.#byPath(at === -1 ? written : written.slice(0, at), place);
    return byPath === null ? null : this.#inResource(byPath.resource, fragment);
  }

  #resourceOf(uri: string): Resource | null {
    for (const candidate of [uri, `${uri}.json`, uri.replace(/\.json$/, '')]) {
      const found = this.#resources.get(candidate) ?? this.#files.get(candidate)?.resource;
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Finds a file by its path relative to the referring file, then by its base name and common folders. */
  #byPath(written: string, { linked }: Place): Linking | null {
    const fileUri = uriOfFile(linked.document.file);
    const relative = resolveUri(written, fileUri);
    for (const uri of relative === null ? [] : [relative, `${relative}.json`]) {
      const found = this.#files.get(uri);
      if (found !== undefined) return found;
    }
    const wanted = stepsOfPath(written);
    const candidates = this.#baseNames.get(baseName(written)) ?? [];
    const own = stepsOfPath(linked.document.file).slice(0, -1).join('/');
    const score = ({ document: { file } }: Linking): number => {
      const steps = stepsOfPath(file);
      let common = 0;
      while (common < Math.min(steps.length, wanted.length) && steps.at(-2 - common) === wanted.at(-2 - common)) {
        common += 1;
      }
      return common * 2 + Number(steps.slice(0, -1).join('/') === own);
    };
    return candidates.reduce<Linking | null>(
      (best, each) => (best === null || score(each) > score(best) ? each : best),
      null,
    );
  }

  /** Resolves a fragment in a resource: an empty fragment, a JSON pointer, or an anchor. */
  #inResource(resource: Resource, fragment: string): Target | null {
    if (fragment === '') return { node: resource.node, uri: `${resource.uri}#` };
    const text = decodeFragment(fragment);
    if (!text.startsWith('/')) {
      const node = resource.anchors.get(text) ?? resource.anchors.get(fragment);
      return node === undefined ? null : { node, uri: `${resource.uri}#${fragment}` };
    }
    const root = isJsonObject(resource.node) ? this.#places.get(resource.node) : undefined;
    let node: Json | undefined = resource.node;
    let place = root;
    for (const step of pointerSteps(text)) {
      node = childAt(node, step);
      if (node === undefined) return null;
      const known = typeof node === 'object' && node !== null ? this.#places.get(node) : undefined;
      place = known ?? (place && below(place, [step]));
    }
    if (typeof node !== 'boolean' && !isJsonObject(node)) return null;
    if (place !== undefined) this.#visit(node, place);
    const found = (isJsonObject(node) ? this.#places.get(node) : undefined) ?? place;
    if (found === undefined) return { node, uri: `${resource.uri}#${pointerFragment(text)}` };
    return { node, uri: `${found.resource.uri}#${pointerFragment(found.inner)}` };
  }

  /** Removes the `$ref` of a schema that is part of an endless cycle. */
  #cut(node: SchemaObject): void {
    const place = this.#places.get(node);
    const keyword = (['$ref', '$recursiveRef', '$dynamicRef'] as const).find((name) => node[name] !== undefined);
    if (place === undefined || keyword === undefined) return;
    const { file } = place.linked.document;
    this.#add('circularReference', { file, pointer: appendPointer(place.pointer, keyword) }, {});
    delete node[keyword];
  }

  #add(
    code: SchemaProblemCode,
    place: { readonly file: string; readonly pointer: string },
    params: SchemaProblem['params'],
  ): void {
    this.#problems.push(schemaProblem(code, { ...place, params }));
  }
}

function rootPlace({ document, resource }: Linking): Omit<Place, 'linked'> {
  return { pointer: document.pointer, resource, inner: '' };
}

function below(place: Place, steps: readonly string[]): Place {
  return {
    ...place,
    pointer: steps.reduce(appendPointer, place.pointer),
    inner: steps.reduce(appendPointer, place.inner),
  };
}

/** Removes the ignored keywords beside a `$ref`. Keeps definitions, to which other schemas may refer. */
function showSiblings(node: SchemaObject): void {
  const { $ref, definitions } = node;
  for (const name of Object.keys(node)) if (name !== '$ref' && name !== 'definitions') delete node[name];
  if (definitions === undefined) return;
  delete node.$ref;
  node.allOf = [{ $ref: $ref ?? '' }];
}

/** Returns the URI of a root schema, by the keyword of any draft: the SDK's files always use `$id`. */
function rootId(node: SchemaObject, draft: SchemaDraft): string | null {
  if (hidesSiblings(draft) && typeof node.$ref === 'string') return null;
  const { [idKeyword(draft)]: own, $id, id } = node;
  return [own, $id, id].find((value) => typeof value === 'string') ?? null;
}
