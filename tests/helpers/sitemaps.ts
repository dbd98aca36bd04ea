import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Express } from 'express';
import request from 'supertest';
import { parseSitemap, parseSitemapIndex } from 'sitemap';
import { expect } from 'vitest';
import { temporaryFolder } from './databases.ts';

export interface ListedPage {
  url: string;
  lastmod: string | undefined;
  images: string[];
}

/** A file of a sitemap as a crawler reads it. */
export interface ReadFile {
  path: string;
  etag: string;
  /** What the index says of it. */
  lastmod: string | undefined;
  pages: ListedPage[];
}

/** Reads the sitemap of a site at this origin with all of its files. */
export async function readSitemap(app: Express, origin: string, index = '/sitemap.xml'): Promise<ReadFile[]> {
  const { text } = await request(app)
    .get(index)
    .expect(200)
    .expect('Content-Type', /^application\/xml/);
  const files = await parseSitemapIndex(Readable.from([text]));
  return Promise.all(
    files.map(async ({ url, lastmod }) => {
      expect(url.startsWith(`${origin}/`), url).toBe(true);
      const file = url.slice(origin.length);
      const answer = await request(app)
        .get(file)
        .expect(200)
        .expect('Content-Type', /^application\/xml/);
      const items = await parseSitemap(Readable.from([answer.text]));
      const pages = items.map(({ url, lastmod, img }) => ({
        url,
        lastmod,
        images: img.map((image) => image.url),
      }));
      return { path: file, etag: answer.headers['etag'] ?? '', lastmod, pages };
    }),
  );
}

/** What `xmllint` says of a file of a sitemap, or of its index; empty when it is right. */
export function problemsBySchema(xml: string): string {
  const dir = temporaryFolder();
  copyFileSync('node_modules/sitemap/schema/sitemap.xsd', path.join(dir, 'sitemap.xsd'));
  writeFileSync(path.join(dir, 'image.xsd'), imageSchema);
  writeFileSync(path.join(dir, 'index.xsd'), indexSchema);
  writeFileSync(path.join(dir, 'all.xsd'), allSchema);
  writeFileSync(path.join(dir, 'file.xml'), xml);
  const schema = xml.includes('<sitemapindex') ? 'index.xsd' : 'all.xsd';
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, 'file.xml'], {
    cwd: dir,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';

const allSchema = `<schema xmlns="http://www.w3.org/2001/XMLSchema">
  <import namespace="${sitemapNamespace}" schemaLocation="sitemap.xsd"/>
  <import namespace="${imageNamespace}" schemaLocation="image.xsd"/>
</schema>`;

/** As much of Google's as is still read. */
const imageSchema = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${imageNamespace}" elementFormDefault="qualified">
  <xsd:element name="image"><xsd:complexType><xsd:sequence>
    <xsd:element name="loc" type="xsd:anyURI"/>
  </xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`;

/** As at www.sitemaps.org. */
const indexSchema = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${sitemapNamespace}"
    xmlns="${sitemapNamespace}" elementFormDefault="qualified">
  <xsd:element name="sitemapindex"><xsd:complexType><xsd:sequence>
    <xsd:element name="sitemap" maxOccurs="unbounded"><xsd:complexType><xsd:sequence>
      <xsd:element name="loc"><xsd:simpleType><xsd:restriction base="xsd:anyURI">
        <xsd:minLength value="12"/><xsd:maxLength value="2048"/>
      </xsd:restriction></xsd:simpleType></xsd:element>
      <xsd:element name="lastmod" minOccurs="0"><xsd:simpleType><xsd:union memberTypes="xsd:date xsd:dateTime"/></xsd:simpleType></xsd:element>
    </xsd:sequence></xsd:complexType></xsd:element>
  </xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`;
