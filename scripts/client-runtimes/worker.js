import { play } from './play.js';

export default {
  async fetch(request) {
    try {
      return Response.json(await play(await request.json()));
    } catch (error) {
      return new Response(error.stack, { status: 500 });
    }
  },
};
