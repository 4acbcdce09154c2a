import type { AnyEndpoint } from '../contract/endpoint.ts';

/** An endpoint with the file that declares it; the file's folder is its domain. */
export interface DeclaredEndpoint {
  readonly file: string;
  readonly declaration: AnyEndpoint;
}

/** A JSON Schema 2020-12 object, limited to what our declarations produce. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Reference>;
}

/** The content of a body: JSON, or text that is saved as a file. */
export type Content = { 'application/json': MediaType } | { 'text/csv': MediaType };

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string | undefined;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: { 'application/json': MediaType } };
  responses: Record<string, Response | Reference>;
  /** Error types by status. */
  'x-errors': Record<string, string[]>;
  'x-rate-limit'?: { class: string; requests: number; windowSeconds: number; per: string };
  'x-idempotency': string;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
  [extension: `x-${string}`]: unknown;
}

/** A request that we send. */
export type Webhook = Pick<
  OpenApiOperation,
  'operationId' | 'summary' | 'description' | 'tags' | 'security' | 'parameters' | 'requestBody'
> & {
  responses: Record<string, Response>;
};

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; bearerFormat: 'JWT'; description: string };

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  /** What integrators' endpoints receive, by event type. */
  webhooks?: Record<string, { post: Webhook }>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}
