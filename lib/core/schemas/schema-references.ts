import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { appendPointer, childAt, decodeFragment, pointerFragment, pointerSteps } from './json-pointer';
import { breakCycles } from './reference-cycles';
import {
  draftOfUri,
  idKeyword,
  ignoresSiblings,
  removeIgnoredSiblings,
  rootId,
  type SchemaDraft,
  type SchemaObject,
  schemaDialects,
  withoutFragment,
} from './schema-dialects';
import type { SchemaDocument } from './schema-documents';
import { listSubschemas } from './schema-keywords';
import { type SchemaProblem, type SchemaProblemCode, schemaProblem } from './schema-problem';
import { baseName, resolveUri, stepsOfPath, uriOfFile } from './schema-uris';
import { hideValues } from './schema-values';

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

/** Location of a schema in its document and its resource, which is a schema with its own URI. */
interface SchemaLocation {
  readonly linked: IdentifiedDocument;
  /** JSON pointer in the file. */
  readonly pointer: string;
  readonly resource: Resource;
  readonly resourcePointer: string;
}

interface Resource {
  readonly uri: string;
  readonly node: Json;
  readonly anchors: Map<string, SchemaObject>;
}

interface IdentifiedDocument extends LinkedDocument {
  readonly resource: Resource;
}

interface Reference {
  readonly node: SchemaObject;
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly location: SchemaLocation;
}

interface Target {
  readonly node: Json;
  /** The resolved `$ref`. */
  readonly uri: string;
}

/**
 * Assigns URIs to the schemas of a set, and resolves each `$ref`.
 * A reference resolves by exact URI, then by relative path, then by the base name of a file, whatever the scheme. An
 * unresolved reference is a problem, and accepts any value.
 *
 * @param isMetaSchema whether a URI belongs to a meta-schema.
 */
export function linkSchemas(
  documents: readonly SchemaDocument[],
  defaultDraft: SchemaDraft,
  isMetaSchema: (uri: string) => boolean,
): LinkedSchemas {
  const linker = new SchemaLinker(isMetaSchema);
  return linker.link(documents, defaultDraft);
}

class SchemaLinker {
  readonly #isMetaSchema: (uri: string) => boolean;
  readonly #problems: SchemaProblem[] = [];
  readonly #resources = new Map<string, Resource>();
  /** Documents by the URI of their file, independent of their ids. */
  readonly #files = new Map<string, IdentifiedDocument>();
  /** The URIs of all files, which no other file can have as its id. */
  #fileUris: ReadonlySet<string> = new Set();
  /** Documents by the base names of their files. */
  readonly #baseNames = new Map<string, IdentifiedDocument[]>();
  readonly #locations = new Map<object, SchemaLocation>();
  readonly #references: Reference[] = [];
  readonly #referredFiles = new Set<string>();

  constructor(isMetaSchema: (uri: string) => boolean) {
    this.#isMetaSchema = isMetaSchema;
  }

  link(documents: readonly SchemaDocument[], defaultDraft: SchemaDraft): LinkedSchemas {
    this.#fileUris = new Set(documents.map(({ file }) => uriOfFile(file)));
    const linked = documents.map((document) => this.#addDocument(document, document.draft ?? defaultDraft));
    for (const linking of linked) this.#visit(linking.root, { linked: linking, ...rootLocation(linking) });
    // Resolving may visit further schemas, at locations unknown to the keywords, which add more references.
    const targets = new Map<SchemaObject, Json>();
    for (let index = 0; index < this.#references.length; index += 1) {
      const reference = this.#references[index];
      if (reference !== undefined) this.#resolve(reference, targets);
    }
    for (const { root } of linked) hideValues(root, (node) => this.#locations.has(node));
    breakCycles(this.#locations.keys(), targets, (schema) => this.#removeReference(schema as SchemaObject));
    return {
      documents: linked,
      problems: this.#problems,
      referredFiles: this.#referredFiles,
      fileOf: (uri) => this.#fileOf(uri),
      targetOf: (schema) => targets.get(schema as SchemaObject),
    };
  }

  #fileOf(uri: string): { readonly file: string; readonly pointer: string } {
    const node = this.#resources.get(uri)?.node;
    const location = isJsonObject(node) ? this.#locations.get(node) : undefined;
    return location === undefined
      ? { file: uri, pointer: '' }
      : { file: location.linked.document.file, pointer: location.pointer };
  }

  #addDocument(document: SchemaDocument, draft: SchemaDraft): IdentifiedDocument {
    const { root, file, pointer } = document;
    const fileUri = uriOfFile(file);
    const retrievalUri = pointer === '' ? fileUri : (resolveUri(`?${encodeURIComponent(pointer)}`, fileUri) ?? fileUri);
    const node = isJsonObject(root) ? (root as SchemaObject) : null;
    const id = node === null ? null : rootId(node, draft);
    const claimedUri = id === null ? null : resolveUri(id, retrievalUri);
    let uri = retrievalUri;
    if (claimedUri !== null && withoutFragment(claimedUri) !== retrievalUri) {
      const claimedResourceUri = withoutFragment(claimedUri);
      if (
        this.#resources.has(claimedResourceUri) ||
        this.#isMetaSchema(claimedResourceUri) ||
        this.#fileUris.has(claimedResourceUri)
      ) {
        this.#addProblem('duplicateId', { file, pointer }, { uri: claimedResourceUri });
      } else uri = claimedResourceUri;
    }
    const resource: Resource = { uri, node: root, anchors: new Map() };
    const linked: IdentifiedDocument = { document, draft, uri, root, resource };
    this.#resources.set(uri, resource);
    if (!this.#files.has(fileUri)) this.#files.set(fileUri, linked);
    const name = baseName(file);
    this.#baseNames.set(name, [...(this.#baseNames.get(name) ?? []), linked]);
    if (node !== null) {
      const fragment = claimedUri === null ? '' : claimedUri.slice(withoutFragment(claimedUri).length + 1);
      delete node.id;
      if (id !== null || typeof node.$id === 'string') delete node.$id;
      if (draft === 'draft-04' && fragment !== '' && !fragment.startsWith('/')) resource.anchors.set(fragment, node);
      node[idKeyword(draft)] = uri;
      // The library knows each draft by one URI.
      if (document.dialect === null && node.$schema !== undefined) node.$schema = schemaDialects[draft];
    }
    return linked;
  }

  /** Registers the ids, anchors and references of a schema and its subschemas. */
  #visit(schema: Json, location: SchemaLocation): void {
    if (!isJsonObject(schema) || this.#locations.has(schema)) return;
    const node = schema as SchemaObject;
    const { draft } = location.linked;
    const schemaDraft = typeof node.$schema === 'string' ? draftOfUri(node.$schema) : null;
    if (schemaDraft !== null) node.$schema = schemaDialects[schemaDraft];
    const referrer = ignoresSiblings(draft) && typeof node.$ref === 'string' ? removeIgnoredSiblings(node) : null;
    const ownLocation = node === location.linked.root ? location : this.#locationOf(node, location);
    this.#locations.set(node, ownLocation);
    this.#addAnchors(node, ownLocation);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
      if (typeof node[keyword] === 'string') this.#references.push({ node, keyword, location: ownLocation });
    }
    // In the file, the `$ref` is in the schema itself, so the pointer does not contain `allOf`.
    if (referrer !== null)
      this.#visit(referrer, { ...locationBelow(ownLocation, ['allOf', '0']), pointer: ownLocation.pointer });
    for (const { steps, schema: inner } of listSubschemas(node)) this.#visit(inner, locationBelow(ownLocation, steps));
  }

  /** Returns the location of a schema. A schema with a unique URI is a new resource. */
  #locationOf(node: SchemaObject, location: SchemaLocation): SchemaLocation {
    const { linked, resource, pointer } = location;
    const keyword = idKeyword(linked.draft);
    const id = node[keyword];
    if (typeof id !== 'string') return location;
    if (id.startsWith('#')) return location;
    const uri = resolveUri(id, resource.uri);
    if (uri === null) {
      delete node[keyword];
      return location;
    }
    const resourceUri = withoutFragment(uri);
    if (this.#resources.has(resourceUri) || this.#isMetaSchema(resourceUri)) {
      this.#addProblem('duplicateId', { file: linked.document.file, pointer }, { uri: resourceUri });
      delete node[keyword];
      return location;
    }
    node[keyword] = resourceUri;
    const ownResource: Resource = { uri: resourceUri, node, anchors: new Map() };
    this.#resources.set(resourceUri, ownResource);
    return { linked, pointer, resource: ownResource, resourcePointer: '' };
  }

  #addAnchors(node: SchemaObject, { linked, resource }: SchemaLocation): void {
    const id = node[idKeyword(linked.draft)];
    if (ignoresSiblings(linked.draft)) {
      if (typeof id === 'string' && id.startsWith('#') && id.length > 1) resource.anchors.set(id.slice(1), node);
      return;
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = node[keyword];
      if (typeof anchor === 'string') resource.anchors.set(anchor, node);
    }
  }

  #resolve({ node, keyword, location }: Reference, targets: Map<SchemaObject, Json>): void {
    const reference = String(node[keyword]);
    if (keyword === '$recursiveRef') {
      targets.set(node, location.resource.node);
      return;
    }
    const target = this.#findTarget(reference, location);
    if (target === null) {
      const { file } = location.linked.document;
      this.#addProblem(
        'unresolvedReference',
        { file, pointer: appendPointer(location.pointer, keyword) },
        { reference },
      );
      delete node[keyword];
      return;
    }
    node[keyword] = target.uri;
    if (target.node !== null) targets.set(node, target.node);
    const targetLocation = isJsonObject(target.node) ? this.#locations.get(target.node) : undefined;
    if (targetLocation !== undefined && targetLocation.linked.document.file !== location.linked.document.file) {
      this.#referredFiles.add(targetLocation.linked.document.file);
    }
  }

  #findTarget(reference: string, location: SchemaLocation): Target | null {
    const absolute = resolveUri(reference, location.resource.uri);
    const fragmentStart = reference.indexOf('#');
    const fragment = fragmentStart === -1 ? '' : reference.slice(fragmentStart + 1);
    const uri = absolute === null ? null : withoutFragment(absolute);
    if (uri !== null && this.#isMetaSchema(uri)) return { node: null, uri: absolute ?? uri };
    const resource = uri === null ? null : this.#findResource(uri);
    const exact = resource === null ? null : this.#resolveFragment(resource, fragment);
    if (exact !== null) return exact;
    // Labels that look like ids turn parts of a file into resources, which the author did not intend.
    if (fragmentStart === 0) return this.#resolveFragment(location.linked.resource, fragment);
    if (resource !== null) return null;
    const byPath = this.#findByPath(fragmentStart === -1 ? reference : reference.slice(0, fragmentStart), location);
    return byPath === null ? null : this.#resolveFragment(byPath.resource, fragment);
  }

  #findResource(uri: string): Resource | null {
    for (const candidate of [uri, `${uri}.json`, uri.replace(/\.json$/, '')]) {
      const resource = this.#resources.get(candidate) ?? this.#files.get(candidate)?.resource;
      if (resource !== undefined) return resource;
    }
    return null;
  }

  /** Finds a file by its path relative to the referring file, then by its base name and common folders. */
  #findByPath(reference: string, { linked }: SchemaLocation): IdentifiedDocument | null {
    const fileUri = uriOfFile(linked.document.file);
    const relative = resolveUri(reference, fileUri);
    for (const uri of relative === null ? [] : [relative, `${relative}.json`]) {
      const linkedFile = this.#files.get(uri);
      if (linkedFile !== undefined) return linkedFile;
    }
    const requestedSteps = stepsOfPath(reference);
    const candidates = this.#baseNames.get(baseName(reference)) ?? [];
    const referrerFolder = stepsOfPath(linked.document.file).slice(0, -1).join('/');
    const score = ({ document: { file } }: IdentifiedDocument): number => {
      const steps = stepsOfPath(file);
      let common = 0;
      while (
        common < Math.min(steps.length, requestedSteps.length) &&
        steps.at(-2 - common) === requestedSteps.at(-2 - common)
      ) {
        common += 1;
      }
      return common * 2 + Number(steps.slice(0, -1).join('/') === referrerFolder);
    };
    return candidates.reduce<IdentifiedDocument | null>(
      (best, candidate) => (best === null || score(candidate) > score(best) ? candidate : best),
      null,
    );
  }

  /** Resolves a fragment in a resource: an empty fragment, a JSON pointer, or an anchor. */
  #resolveFragment(resource: Resource, fragment: string): Target | null {
    if (fragment === '') return { node: resource.node, uri: `${resource.uri}#` };
    const text = decodeFragment(fragment);
    if (!text.startsWith('/')) {
      const node = resource.anchors.get(text) ?? resource.anchors.get(fragment);
      return node === undefined ? null : { node, uri: `${resource.uri}#${fragment}` };
    }
    const root = isJsonObject(resource.node) ? this.#locations.get(resource.node) : undefined;
    let node: Json | undefined = resource.node;
    let location = root;
    for (const step of pointerSteps(text)) {
      node = childAt(node, step);
      if (node === undefined) return null;
      const ownLocation = typeof node === 'object' && node !== null ? this.#locations.get(node) : undefined;
      location = ownLocation ?? (location && locationBelow(location, [step]));
    }
    if (typeof node !== 'boolean' && !isJsonObject(node)) return null;
    if (location !== undefined) this.#visit(node, location);
    const targetLocation = (isJsonObject(node) ? this.#locations.get(node) : undefined) ?? location;
    // The library doesn't decode `#`, so it wouldn't find the schema.
    if ((targetLocation?.resourcePointer ?? text).includes('#')) return null;
    if (targetLocation === undefined) return { node, uri: `${resource.uri}#${pointerFragment(text)}` };
    return { node, uri: `${targetLocation.resource.uri}#${pointerFragment(targetLocation.resourcePointer)}` };
  }

  /** Removes the `$ref` of a schema that is part of an endless cycle. */
  #removeReference(node: SchemaObject): void {
    const location = this.#locations.get(node);
    const keyword = (['$ref', '$recursiveRef', '$dynamicRef'] as const).find((name) => node[name] !== undefined);
    if (location === undefined || keyword === undefined) return;
    const { file } = location.linked.document;
    const reference = String(node[keyword]);
    this.#addProblem('circularReference', { file, pointer: appendPointer(location.pointer, keyword) }, { reference });
    delete node[keyword];
  }

  #addProblem(
    code: SchemaProblemCode,
    location: { readonly file: string; readonly pointer: string },
    params: SchemaProblem['params'],
  ): void {
    this.#problems.push(schemaProblem(code, { ...location, params }));
  }
}

function rootLocation({ document, resource }: IdentifiedDocument): Omit<SchemaLocation, 'linked'> {
  return { pointer: document.pointer, resource, resourcePointer: '' };
}

function locationBelow(location: SchemaLocation, steps: readonly string[]): SchemaLocation {
  return {
    ...location,
    pointer: steps.reduce(appendPointer, location.pointer),
    resourcePointer: steps.reduce(appendPointer, location.resourcePointer),
  };
}
