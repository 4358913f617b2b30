import { expect, it } from 'vitest';
import { createTopDocuments } from '#panel/capture/top-documents';

const top = (name: string) => ({ frameId: 0, url: `http://localhost/${name}` });
const documentMessage = (documentKey: string) => ({ type: 'document', documentKey, url: '', title: '' });

it('each top document after the first is reported once, also one that is restored from the cache', () => {
  const reported: string[] = [];
  const documents = createTopDocuments((url) => reported.push(url));
  documents.handleMessage(top('one'), documentMessage('a'));
  documents.handleMessage(top('one'), documentMessage('a'));
  documents.handleMessage({ frameId: 3, url: 'http://localhost/frame' }, documentMessage('f'));
  documents.handleMessage(top('two'), documentMessage('b'));
  documents.handleMessage(top('two'), { type: 'log', observations: [] });
  documents.handleMessage(top('two'), documentMessage('b'));
  documents.handleMessage(top('one'), documentMessage('a'));
  expect(reported).toEqual(['http://localhost/two', 'http://localhost/one']);
});
