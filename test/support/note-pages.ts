import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { definePage } from '../../shared/contract/define-page.ts';
import { pagesPrefix } from '../../shared/contract/endpoint.ts';
import { newPageToken, type PageToken } from '../../shared/contract/page-token.ts';
import { reply } from '../../shared/contract/reply.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { absent, refTo } from '../../shared/ground/table/expressions.ts';
import { table } from '../../shared/ground/table/table.ts';
import { replace } from '../../shared/ground/table/writes.ts';
import { escapeHtml } from '../../shared/http/pages/escape-html.ts';
import { decideAndCommit } from '../../shared/journal/commit/decide.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';

/** A resource of tests only, which people open by its page. */
const NoteEntity = new Entity({
  name: 'note',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    noteId: string().key(),
    version: number(),
    text: string(),
    /** Absent once the note is closed. */
    tokenHash: string().optional(),
  }),
  computeKey: ({ organizationId, noteId }: { organizationId: string; noteId: string }) => ({
    pk: `NOTE#${organizationId}`,
    sk: noteId,
  }),
});

export type Note = FormattedItem<typeof NoteEntity>;

export function noteRef({ organizationId, resourceId }: PageToken) {
  return refTo(NoteEntity, { organizationId, noteId: resourceId });
}

/** Puts a note and returns the path of its page. */
export async function addNote(
  { ids, clock, store }: Pick<WholeRuntime, 'ids' | 'clock' | 'store'>,
  { organizationId }: { readonly organizationId: string },
  text = 'as written',
) {
  const noteId = `note_${ids.suffix(clock())}`;
  const { token, tokenHash } = newPageToken(ids, { organizationId, resourceId: noteId });
  const note: Note = { organizationId, noteId, version: 1, text, tokenHash };
  await store.put(NoteEntity, note, absent);
  return { note, token, path: pathOfNote(token) };
}

export async function closeNote(
  { store }: Pick<WholeRuntime, 'store'>,
  { tokenHash: _, ...note }: Note,
): Promise<void> {
  await store.put(NoteEntity, { ...note, version: note.version + 1 });
}

function pathOfNote(token: string): string {
  return `${pagesPrefix}/notes/${token}`;
}

const opens = { idPrefix: 'note', read: noteRef, tokenHash: ({ tokenHash }: Note) => tokenHash };
const cookie = { name: 'reader', maxAgeSeconds: 3600 };

const showNote = definePage({
  operation: 'showNote',
  summary: 'Show a note',
  method: 'GET',
  path: '/notes/{token}',
  opens,
  errorsAs: 'html',
  content: { 'style-src': ["'sha256-abc'"], 'form-action': ["'self'", 'https://acquirer.example'] },
  cookie,
  query: z.strictObject({ greeting: z.string().max(20).optional() }),
  errors: ['ACCOUNT_BLOCKED'],
  handle: async ({ resource, organization, cookie: reader, query: { greeting = 'Hello' }, runtime, sourceAddress }) => {
    if (organization.status === 'suspended') throw new ServiceError('ACCOUNT_BLOCKED', 'not <available> now');
    const parts = [greeting, resource.text, reader ?? 'new', sourceAddress].map(escapeHtml);
    return {
      status: 200,
      html: parts.map((part) => `<p>${part}</p>`).join(''),
      ...(reader === undefined && { cookie: runtime.ids.secret() }),
    };
  },
});

const changeNote = definePage({
  operation: 'changeNote',
  summary: 'Change a note',
  method: 'POST',
  path: '/notes/{token}',
  opens,
  errorsAs: 'html',
  cookie,
  body: z.strictObject({ text: z.string().max(20_000), next: z.string().max(4_000).optional() }),
  errors: ['CONFLICT'],
  handle: async ({ resource, parameters: { token }, body: { text, next }, runtime, execution }) => {
    const { organizationId, noteId } = resource;
    const decision = {
      organizationId,
      reads: { note: noteRef({ organizationId, resourceId: noteId }) },
      decide: ({ note }: { note: Note | undefined }, draft: { write(write: ReturnType<typeof replace>): void }) => {
        if (!note?.tokenHash) throw new ServiceError('CONFLICT', 'the note was closed');
        draft.write(replace(NoteEntity, { ...note, text }));
        return { reply: { status: 200 as const, body: undefined }, resourceId: noteId };
      },
    };
    await decideAndCommit(runtime, decision, execution);
    return { redirect: next ?? pathOfNote(token) };
  },
});

const saveNote = definePage({
  operation: 'saveNote',
  summary: 'Save a note as a file',
  method: 'GET',
  path: '/notes/{token}/file',
  opens,
  errorsAs: 'html',
  query: z.strictObject({ name: z.string().max(300).default('note.txt') }),
  errors: [],
  handle: async ({ resource: { text }, query: { name } }) => ({
    file: { name, contentType: 'text/plain; charset=utf-8', content: text },
  }),
});

const readNote = definePage({
  operation: 'readNote',
  summary: 'Read a note as JSON',
  method: 'GET',
  path: '/notes/{token}/json',
  opens,
  errorsAs: 'json',
  responses: { 200: { description: 'The note.', schema: z.strictObject({ text: z.string() }) } },
  errors: [],
  handle: async ({ resource: { text } }) => reply(200, { text }),
});

/** Pages of tests only: between them they use everything that a page can. */
export const notePages = [showNote, changeNote, saveNote, readNote];

/** As if files of `functions/` declared them. */
export const discoveredNotePages = [
  { file: 'notes/show-note.ts', declaration: showNote },
  { file: 'notes/change-note.ts', declaration: changeNote },
  { file: 'notes/save-note.ts', declaration: saveNote },
  { file: 'notes/read-note.ts', declaration: readNote },
];
