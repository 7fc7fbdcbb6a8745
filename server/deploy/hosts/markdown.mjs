// For static hosts: copies the Markdown of each article to the address of its page with `.md` appended. Run
// `node server/deploy/hosts/markdown.mjs public` after a build; existing files are kept. With the argument `headers` it
// prints the canonical links for a `_headers` file, with `titles` the titles for nginx.conf.
import { copyFileSync, existsSync, readFileSync } from 'node:fs';

const [folder, form] = process.argv.slice(2);
const { posts } = JSON.parse(readFileSync(`${folder}/api/index.json`, 'utf8'));
for (const { slug, title, url, api_md_url } of posts) {
  const file = `/api/posts/${slug}.md`;
  const address = `${url.slice(api_md_url.length - file.length).replace(/\/$/, '')}.md`;
  const target = folder + decodeURI(address);
  if (!existsSync(target)) copyFileSync(folder + file, target);
  const encoded = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const named = `; title*=UTF-8''${encoded}`;
  if (form === 'headers') console.log(`${address}\n  Link: <${url}>; rel="canonical"${named}`);
  if (form === 'titles') console.log(`/${slug} "${named}";`);
}
