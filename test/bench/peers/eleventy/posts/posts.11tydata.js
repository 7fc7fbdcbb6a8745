// The pages use `labels`, because in Eleventy each of the `tags` is a collection, which no page here needs.
export default {
  layout: 'post.njk',
  permalink: ({ page }) => `posts/${page.fileSlug}/index.html`,
  eleventyComputed: { labels: (data) => data.tags },
};
