import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './databases.ts';

/** Problems that xmllint finds in a file of a sitemap or in its index; empty when it is valid. */
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

/** The part of Google's schema that is still in use. */
const imageSchema = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${imageNamespace}" elementFormDefault="qualified">
  <xsd:element name="image"><xsd:complexType><xsd:sequence>
    <xsd:element name="loc" type="xsd:anyURI"/>
  </xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`;

/** Schema from www.sitemaps.org. */
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
