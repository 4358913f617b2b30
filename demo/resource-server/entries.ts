import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#core/json/json';
import type { Access } from './access';

/** The response of the server: a status, and a body if there is one. */
export interface RegistryReply {
  readonly status: number;
  readonly body: unknown;
}

interface Entry {
  readonly osid: string;
  readonly entity: string;
  readonly fields: JsonObject;
}

/** A request for an entry. `path` is the registry's part of the path, such as `Teacher/1-abc`. */
export interface EntryRequest {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
  readonly access: Extract<Access, { readonly allowed: true }>;
}

/** Creates the entries of a small registry, in memory: retrieve, search, update, delete, attest. */
export function createEntries(): { readonly respond: (request: EntryRequest) => RegistryReply } {
  const entries: Entry[] = [
    { osid: '1-teacher-04', entity: 'Teacher', fields: { name: 'Water cycle, grade 4', contact: 'teacher-04' } },
    { osid: '1-student-17', entity: 'Student', fields: { name: 'Grade 4', contact: 'student-17' } },
  ];
  const toPublicEntry = ({ osid, fields }: Entry) => ({ ...fields, osid });

  function change({ method, body, access }: EntryRequest, entry: Entry): RegistryReply {
    if (entry.fields.contact !== access.userId) return errorReply(403, `${access.userId} does not own this entity`);
    entries.splice(entries.indexOf(entry), 1);
    if (method === 'PUT') entries.push({ ...entry, fields: { ...entry.fields, ...body } });
    return envelope({ [entry.entity]: { osid: entry.osid } });
  }

  return {
    respond(request) {
      const { method, path, access } = request;
      const [entity = '', idOrAction, claimId, action] = path.split('/');
      const all = entries.filter((entry) => entry.entity === entity);
      if (all.length === 0) return errorReply(404, `Schema '${entity}' not found`);
      if (idOrAction === undefined && method === 'GET') return { status: 200, body: all.map(toPublicEntry) };
      if (idOrAction === 'search' && method === 'POST') {
        return { status: 200, body: { totalCount: all.length, data: all.map(toPublicEntry) } };
      }
      if (idOrAction === 'claims' && claimId !== undefined && action === 'attest') return attest(request, access.roles);
      const entry = all.find(({ osid }) => osid === idOrAction);
      if (entry === undefined) return errorReply(404, 'Record not found');
      return method === 'GET' ? { status: 200, body: toPublicEntry(entry) } : change(request, entry);
    },
  };
}

/**
 * Attests an entry.
 * As in registries, the status is 200 even after a failure, which is in the envelope.
 */
function attest({ body }: EntryRequest, roles: readonly string[]): RegistryReply {
  if (!roles.includes('Teacher')) return unsuccessful('Only an attestor may attest');
  if (body.action !== 'GRANT_CLAIM' && body.action !== 'REJECT_CLAIM') return unsuccessful('Unknown action');
  return envelope({});
}

function envelope(result: JsonObject): RegistryReply {
  return {
    status: 200,
    body: { ...envelopeFields(), params: { status: 'SUCCESSFUL', errmsg: '' }, responseCode: 'OK', result },
  };
}

function unsuccessful(errmsg: string): RegistryReply {
  return { status: 200, body: { ...envelopeFields(), params: { status: 'UNSUCCESSFUL', errmsg }, responseCode: 'OK' } };
}

function errorReply(status: number, errmsg: string): RegistryReply {
  return {
    status,
    body: { ...envelopeFields(), params: { status: 'UNSUCCESSFUL', errmsg }, responseCode: 'CLIENT_ERROR' },
  };
}

function envelopeFields(): JsonObject {
  return { id: 'open-saber.registry', ver: '1.0', ets: Date.now(), resmsgid: randomUUID() };
}
