import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.*;

/**
 * Runs generated Schematron stylesheets with Saxon. A line of standard input names a stylesheet and
 * its documents, with tabs between; the answer has a line for each document, then an empty one.
 * A line is `error` and a message, or the findings, as `id`, `test` and `location` with tabs between.
 */
public class Judge {
  public static void main(String[] arguments) throws Exception {
    Processor processor = new Processor(false);
    XsltCompiler compiler = processor.newXsltCompiler();
    compiler.setErrorListener(new Silent());
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] paths = line.split("\t");
      XsltExecutable stylesheet = null;
      String broken = "";
      try {
        stylesheet = compiler.compile(new StreamSource(new File(paths[0])));
      } catch (SaxonApiException error) {
        broken = String.valueOf(error.getMessage());
      }
      for (int at = 1; at < paths.length; at++) {
        out.println(stylesheet == null ? "broken\t" + flat(broken) : judged(processor, stylesheet, paths[at]));
      }
      out.println();
      out.flush();
    }
  }

  private static String judged(Processor processor, XsltExecutable stylesheet, String path) {
    try {
      XdmDestination report = new XdmDestination();
      Xslt30Transformer transformer = stylesheet.load30();
      transformer.setErrorListener(new Silent());
      XdmNode document = processor.newDocumentBuilder().build(new File(path));
      transformer.setGlobalContextItem(document);
      transformer.applyTemplates(document, report);
      StringBuilder found = new StringBuilder("judged");
      for (XdmNode node : (Iterable<XdmNode>) () -> descendants(report.getXdmNode())) {
        QName name = node.getNodeName();
        if (name == null || !(name.getLocalName().equals("failed-assert") || name.getLocalName().equals("successful-report"))) continue;
        for (String attribute : new String[] {"id", "test", "location"}) {
          String value = node.getAttributeValue(new QName(attribute));
          found.append('\t').append(value == null ? "" : flat(value));
        }
      }
      return found.toString();
    } catch (SaxonApiException error) {
      return "error\t" + flat(String.valueOf(error.getMessage()));
    }
  }

  private static Iterator<XdmNode> descendants(XdmNode node) {
    List<XdmNode> found = new ArrayList<>();
    XdmSequenceIterator<XdmNode> nodes = node.axisIterator(Axis.DESCENDANT);
    while (nodes.hasNext()) found.add(nodes.next());
    return found.iterator();
  }

  private static String flat(String text) {
    return text.trim().replaceAll("\\s+", " ");
  }

  private static class Silent implements javax.xml.transform.ErrorListener {
    public void warning(javax.xml.transform.TransformerException error) {}
    public void error(javax.xml.transform.TransformerException error) {}
    public void fatalError(javax.xml.transform.TransformerException error) {}
  }
}
